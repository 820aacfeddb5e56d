import { execFile, spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import * as assert from 'uvu/assert'
import { environmentWith } from '#config/config.ts'
import { nftRuleset } from '#programs/vpn/server-files.ts'
import { parseRequest } from '#programs/vpn-firewall/protocol.ts'
import { programPath } from '#programs/vpn-lab/lab-requirements.ts'
import { type ProcessOutput, spawnWithOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { onLab } from './lab-service.ts'

/** The program that changes the nftables sets, over real nftables in a namespace of its own. */
const test = suite('VPN firewall')

test('only addresses get into what nft reads', () => {
  assert.equal(parseRequest('add 10.8.0.2 fd00::2 10.8.0.2'), { verb: 'add', ipv4: ['10.8.0.2'], ipv6: ['fd00::2'] })
  assert.equal(parseRequest('replace'), { verb: 'replace', ipv4: [], ipv6: [] })
  for (const line of [
    '',
    'flush',
    'add ',
    'add 10.8.0.0/16',
    'add 10.8.0.2}',
    'add fe80::1%eth0',
    'add 10.8.0.2;',
    'ADD 10.8.0.2',
  ])
    assert.is(parseRequest(line), null, line)
})

await onLab(test, tests)

test.run()

async function tests() {
  const namespace = `vpnfw-${process.pid}-${randomBytes(2).toString('hex')}`
  const folder = mkdtempSync(join(tmpdir(), 'vpn-firewall-'))
  const env = environmentWith({ PATH: programPath() })
  const ip = (...args: string[]) => promisify(execFile)('ip', args, { env })
  const nft = (...args: string[]) => ip('netns', 'exec', namespace, 'nft', ...args).then(({ stdout }) => stdout)
  await ip('netns', 'add', namespace)
  const rules = join(folder, 'firewall.nft')
  writeFileSync(rules, nftRuleset({ routing: 'full', port: 1194, protocol: 'udp' }))
  const socket = join(folder, 'firewall.sock')
  const main = resolve(import.meta.dirname, '../../src/programs/vpn-firewall/main.ts')
  let firewall: ProcessOutput
  test.after(() => {
    firewall?.child.kill('SIGKILL')
    spawnSync('ip', ['netns', 'del', namespace], { env })
    rmSync(folder, { recursive: true, force: true })
  })

  async function begin(timeoutS: number): Promise<void> {
    const only = ['setpriv', '--bounding-set', '-all,+net_admin', '--inh-caps', '-all,+net_admin']
    const own = [process.execPath, main, '--socket', socket, '--rules', rules, '--timeout', String(timeoutS)]
    firewall = spawnWithOutput('ip', ['netns', 'exec', namespace, ...only, ...own], { name: 'firewall', env })
    await firewall.waitForLine(/ruleset loaded/)
  }
  /** Sends lines over one connection, and answers with as many lines, or fewer where the connection was closed. */
  function asked(...lines: string[]): Promise<string[]> {
    return new Promise((resolve, reject) => {
      const agent = connect(socket)
      agent.once('error', reject)
      const answers: string[] = []
      createInterface({ input: agent }).on('line', line => {
        answers.push(line)
        if (answers.length === lines.length) agent.destroy()
      })
      agent.once('close', () => resolve(answers))
      agent.write(lines.map(line => `${line}\n`).join(''))
    })
  }
  const held = async () => {
    const text = await nft('list', 'table', 'inet', 'security_vpn')
    return [...text.matchAll(/([0-9a-f.:]+) timeout/g)].map(([, address]) => address).sort()
  }

  test('addresses are added, named again, removed and replaced, with no other capability than CAP_NET_ADMIN', async () => {
    await begin(50)
    assert.equal(await asked('add 10.8.0.2 10.8.0.3 fd00::2', 'remove 10.8.0.3 10.8.0.9'), ['ok', 'ok'])
    assert.equal(await held(), ['10.8.0.2', 'fd00::2'])
    // An address that is named again has all of its time again.
    const expiresS = async () =>
      Number(/expires (\d+)s/.exec(await nft('list', 'set', 'inet', 'security_vpn', 'tunnels4'))?.[1])
    await until(expiresS, seconds => seconds < 47)
    assert.equal(await asked('add 10.8.0.2'), ['ok'])
    assert.ok((await expiresS()) >= 47)
    assert.equal(await asked('replace 10.8.0.4'), ['ok'])
    assert.equal(await held(), ['10.8.0.4'])
    assert.equal(await asked('replace'), ['ok'])
    assert.equal(await held(), [])
  })

  test('ten thousand addresses are one request, and what is no request ends the connection', async () => {
    const many = Array.from({ length: 10_000 }, (_, n) => `10.8.${Math.floor(n / 250)}.${(n % 250) + 2}`)
    assert.equal(await asked(`replace ${many.join(' ')}`), ['ok'])
    assert.is((await held()).length, 10_000)
    assert.equal(await asked('flush ruleset', 'add 10.8.0.2'), ['error: not understood'])
    assert.equal(await asked('replace 10.8.0.4'), ['ok'])
  })

  test('a ruleset that is loaded again keeps the addresses; one that is gone ends the program, whose next start loads it', async () => {
    await nft('-f', rules)
    assert.equal(await held(), ['10.8.0.4'])
    await nft('flush', 'ruleset')
    assert.equal(await asked('add 10.8.0.5'), [])
    assert.is(await firewall.exited, 1)
    assert.match(firewall.lines.at(-1)!, /^nft ended with 1: /)
    await begin(2)
    assert.equal(await held(), [])
  })

  test('without an agent an address stays for its time and no longer', async () => {
    assert.equal(await asked('add 10.8.0.6'), ['ok'])
    assert.equal(await held(), ['10.8.0.6'])
    await until(held, addresses => addresses.length === 0)
    firewall.child.kill('SIGTERM')
    assert.is(await firewall.exited, 0)
  })
}
