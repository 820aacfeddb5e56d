import { execFileSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, readlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import * as assert from 'uvu/assert'
import { programPath } from '#programs/vpn-lab/lab-requirements.ts'
import { spawnWithOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { until } from '../harness/client.ts'
import { suite } from '../harness/suite.ts'
import { onLab } from './lab-service.ts'
import { createTestLab } from './test-lab.ts'

/** What a lab leaves on the machine: nothing. */
const test = suite('VPN lab: nothing is left')
await onLab(test, tests)

test.run()

async function tests() {
  test('of a lab that is killed nothing is left', async () => {
    const main = fileURLToPath(new URL('../../src/programs/vpn-lab/main.ts', import.meta.url))
    const killed = spawnWithOutput(process.execPath, [main], { name: 'lab', env: process.env })
    await killed.waitForLine(/^== Start the server/, { msMax: 120_000 })
    const own = `vpn-lab-${killed.child.pid}-`
    const namespaces = () => execFileSync('ip', ['netns', 'list'], { env: { ...process.env, PATH: programPath() } })
    assert.ok(String(namespaces()).includes(own))
    const folder = killed.lines
      .find(line => line.includes('server.conf, certificate'))!
      .match(/\S*\/vpn-lab-[\w-]+/)![0]
    assert.ok(processesIn(folder).length > 0)
    killed.child.kill('SIGKILL')
    await until(
      async () => [String(namespaces()).includes(own), processesIn(folder).length, existsSync(folder)],
      left => left.every(one => !one),
      30_000,
    )
  })

  test('a closed lab starts no process', async () => {
    const closed = await createTestLab()
    await closed.close()
    assert.throws(() => closed.run('late', './web-server.ts', []), /the lab is closed/)
    assert.is(await closed.createClient().catch(({ message }) => message), 'the lab is closed')
    assert.not(existsSync(closed.folder))
  })
}

/** Processes that were started with a path in a folder, or stand in it. */
function processesIn(folder: string): string[] {
  return globSync('/proc/[0-9]*').filter(of => {
    try {
      return readlinkSync(`${of}/cwd`).startsWith(folder) || readFileSync(`${of}/cmdline`, 'utf8').includes(folder)
    } catch {
      // It ended meanwhile.
      return false
    }
  })
}
