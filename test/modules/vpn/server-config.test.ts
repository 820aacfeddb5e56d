import { execFileSync, spawnSync } from 'node:child_process'
import { createPrivateKey, X509Certificate } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { type CertificateAndKey, createAuthority, loadAuthority } from '#config/certificates.ts'
import { createVpnService } from '#services/vpn/vpn-service.ts'
import { repeatedProgram, runProgram } from '../../harness/run-program.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { connectOf, newServer } from './vpn-samples.ts'

/** What the command writes beside a running service, and whether server and client know each other by it. */
const test = suite('vpn server-config')
const service = await startTestService()
const folder = mkdtempSync(join(tmpdir(), 'vpn-server-'))
const PROGRAM = 'src/programs/vpn/main.ts'
const program = repeatedProgram(PROGRAM)
test.after(async () => {
  program.stop()
  await service.end()
  rmSync(folder, { recursive: true, force: true })
})
const { admin } = service
const root = resolve(import.meta.dirname, '../../..')
const ONLY_OWNER = 0o600

const run = async (...args: string[]) => outcomeOf(await program.run(['server-config', ...args], service.environment))
/** Once with success and once without: each start costs seconds. */
const typed = async (...args: string[]) =>
  outcomeOf(await runProgram(PROGRAM, ['server-config', ...args], service.environment))
const outcomeOf = ({ status, stdout, stderr }: { status: unknown; stdout: string; stderr: string }) => ({
  code: status,
  printed: status === 0 ? stdout : stderr,
})
const file = (name: string) => readFileSync(join(folder, name), 'utf8')
const server_id = await newServer(admin)

test('writes five files that only their owner can read, a folder that only their owner can enter, a ruleset and units', async () => {
  const { code, printed } = await typed(String(server_id), '--out', folder)
  assert.equal([code, printed], [0, `${join(folder, 'server.conf')}, certificate issued\n`])
  const names = ['ca.crt', 'server.conf', 'server.crt', 'server.key', 'tls-crypt.key']
  const readable = ['firewall.nft', 'resolver.conf', 'sysctl.conf']
  const units = ['', '-firewall', '-agent'].map(of => `vpn-${server_id}${of}.service`)
  assert.equal(readdirSync(folder).sort(), ['agent', ...readable, ...names, ...units].sort())
  assert.is(statSync(join(folder, 'agent')).mode & 0o777, 0o700)
  for (const name of names) assert.is(statSync(join(folder, name)).mode & 0o777, ONLY_OWNER, name)
  assert.ok(file('server.conf').includes('local 192.0.2.7\n'))
})

test('the certificate is a TLS server’s, of the authority that clients are handed, under the name that they verify', async () => {
  const certificate = new X509Certificate(file('server.crt'))
  const authority = new X509Certificate(file('ca.crt'))
  assert.is(certificate.subject, `CN=vpn-${server_id}`)
  assert.ok(authority.ca && certificate.verify(authority.publicKey) && certificate.checkIssued(authority))
  assert.ok(certificate.checkPrivateKey(createPrivateKey(file('server.key'))))
  assert.equal(certificate.keyUsage, ['1.3.6.1.5.5.7.3.1'])
  const verified = execFileSync('openssl', [
    ...['verify', '-purpose', 'sslserver', '-x509_strict', '-CAfile', join(folder, 'ca.crt')],
    join(folder, 'server.crt'),
  ])
  assert.match(String(verified), /: OK\n$/)
  const { body } = await admin.post('/vpn/connect', connectOf('user_1', server_id))
  assert.ok(body.openvpn_config.includes(`<ca>\n${file('ca.crt').trimEnd()}\n</ca>`))
  assert.ok(body.openvpn_config.includes(`<tls-crypt>\n${file('tls-crypt.key')}</tls-crypt>`))
  assert.ok(body.openvpn_config.includes(`verify-x509-name vpn-${server_id} name\n`))
  const key = file('server.key').split('\n')[1]!
  assert.not(body.openvpn_config.includes(key))
})

const DAY_MS = 86_400_000
const within = (days: number) => new Date(Date.now() + days * DAY_MS)
const name = `vpn-${server_id}`
const { issue } = await createVpnService(service.service).certificateAuthority.getIssuer()
const foreign = await loadAuthority(await createAuthority('Somebody else', 100))
const put = ({ cert, key }: CertificateAndKey) => {
  writeFileSync(join(folder, 'server.crt'), cert)
  writeFileSync(join(folder, 'server.key'), key)
}
/** What stands there when the command is run again, and whether it is kept. */
const there: Record<string, { isKept: boolean; put(): Promise<void> | void }> = {
  'it is good': { isKept: true, put: () => undefined },
  'it is good for another 31 days': { isKept: true, put: async () => put(await issue([name], within(31))) },
  'it ends in 29 days': { isKept: false, put: async () => put(await issue([name], within(29))) },
  'it has ended': { isKept: false, put: async () => put(await issue([name], within(-1))) },
  'it is another server’s': { isKept: false, put: async () => put(await issue(['vpn-1'], within(100))) },
  'it is of another authority': { isKept: false, put: async () => put(await foreign.issue([name], within(100))) },
  'its key is another one': {
    isKept: false,
    put: async () => put({ ...(await issue([name], within(100))), cert: file('server.crt') }),
  },
  'it is damaged': { isKept: false, put: () => writeFileSync(join(folder, 'server.crt'), file('server.crt').slice(9)) },
  'its key is gone': { isKept: false, put: () => rmSync(join(folder, 'server.key')) },
}
for (const [what, { isKept, put }] of Object.entries(there))
  test(`a certificate is ${isKept ? 'kept' : 'renewed'} where ${what}`, async () => {
    const shared = [file('ca.crt'), file('tls-crypt.key')]
    await put()
    const before = file('server.crt')
    const { code, printed } = await run(String(server_id), '--out', folder)
    assert.equal([code, printed], [0, `${join(folder, 'server.conf')}, certificate ${isKept ? 'kept' : 'issued'}\n`])
    assert.is(file('server.crt') === before, isKept)
    const certificate = new X509Certificate(file('server.crt'))
    assert.ok(certificate.subject === `CN=${name}` && certificate.checkIssued(new X509Certificate(file('ca.crt'))))
    assert.ok(certificate.checkPrivateKey(createPrivateKey(file('server.key'))))
    if (!isKept) {
      const days = (Date.parse(certificate.validTo) - Date.now()) / DAY_MS
      assert.ok(days > 364 && days <= 365, `${days} days`)
      for (const fresh of ['server.crt', 'server.key'])
        assert.is(statSync(join(folder, fresh)).mode & 0o777, ONLY_OWNER, fresh)
    }
    // Clients that were handed these know the server by its new certificate, too.
    assert.equal([file('ca.crt'), file('tls-crypt.key')], shared)
  })

test('two servers share the authority and no key', async () => {
  const { db } = service.service
  await run(String(await newServer(admin)), '--out', join(folder, 'another'))
  const rows = await db.any(sql.type(z.object({ name: z.string(), sealed: z.string() }))`
    select name, sealed from ops.vpn_secrets order by name`)
  assert.equal([rows.length, rows.filter(({ name }) => name === 'authority').length], [3, 1])
  assert.is(new Set(rows.map(({ sealed }) => sealed)).size, rows.length)
  // Nothing of it lies in clear.
  for (const { sealed } of rows) assert.match(sealed, /^v1\.installation:vpn\.[\w-]+$/)
})

test('a server without routing has neither resolver nor forwarding, also where it had them', async () => {
  const own = join(folder, 'unrouted')
  const id = await newServer(admin)
  await run(String(id), '--out', own)
  assert.ok(readdirSync(own).includes('resolver.conf'))
  await admin.send('PATCH', `/admin/vpn/servers/${id}`, { routing: 'none' })
  await run(String(id), '--out', own)
  const names = readdirSync(own)
  assert.not(names.includes('resolver.conf') || names.includes('sysctl.conf'))
  assert.not.match(readFileSync(join(own, 'server.conf'), 'utf8'), /redirect-gateway/)
  assert.not.match(readFileSync(join(own, 'firewall.nft'), 'utf8'), /masquerade|forward/)
  assert.not.match(readFileSync(join(own, `vpn-${id}.service`), 'utf8'), /sysctl|unbound/)
})

test('an unknown server, and what is no number of one, is an error', async () => {
  assert.equal(await typed('99999', '--out', folder), { code: 1, printed: 'there is no server 99999\n' })
  for (const [args, reason] of [
    [[], 'which server?'],
    [['1', '2'], '"2" is too much'],
    [['one'], '"one" is no number of a server'],
  ] as const) {
    const { code, printed } = await run(...args)
    assert.is(code, 2)
    assert.is(printed.split('\n')[0], reason)
  }
})

test('the units start again what ended, and give the firewall one right and the agent none', async () => {
  const at = join(folder, 'units')
  const { code } = await run(String(server_id), '--out', at, '--installed', '/etc/vpn-7', '--program', root)
  assert.is(code, 0)
  const textOf = (name: string) => readFileSync(join(at, `vpn-${server_id}${name}.service`), 'utf8').split('\n')
  for (const name of ['', '-firewall', '-agent'])
    for (const line of ['Restart=always', 'RestartSec=1', 'StartLimitIntervalSec=0'])
      assert.ok(textOf(name).includes(line))
  // The kernel forwards nothing before the ruleset is loaded; Debian's unit of nftables, which deletes all tables,
  // comes before.
  assert.equal(
    textOf('').filter(line => /^(Exec|After|Wants)/.test(line)),
    [
      'Wants=network-online.target unbound.service',
      'After=network-online.target nftables.service',
      'ExecStartPre=/usr/sbin/nft -f /etc/vpn-7/firewall.nft',
      'ExecStartPre=/usr/sbin/sysctl -q -p /etc/vpn-7/sysctl.conf',
      'ExecStart=/usr/sbin/openvpn --config /etc/vpn-7/server.conf',
    ],
  )
  for (const name of ['-firewall', '-agent']) {
    const [, program = ''] = /^ExecStart=\/usr\/bin\/env node (\S+)/m.exec(textOf(name).join('\n')) ?? []
    assert.ok(existsSync(program), `${program} exists`)
  }
  const rights = (name: string) => textOf(name).filter(line => /Capabilit|^User=|NewPriv/.test(line))
  const user = 'User=security-vpn'
  const none = 'NoNewPrivileges=yes'
  assert.equal(rights(''), [])
  assert.equal(rights('-agent'), [user, 'CapabilityBoundingSet=', none])
  assert.equal(rights('-firewall'), [
    ...[user, 'AmbientCapabilities=CAP_NET_ADMIN', 'CapabilityBoundingSet=CAP_NET_ADMIN', none],
  ])
  const units = ['', '-firewall', '-agent'].map(name => join(at, `vpn-${server_id}${name}.service`))
  const verified = spawnSync('systemd-analyze', ['verify', '--recursive-errors=no', ...units], { encoding: 'utf8' })
  if (verified.error === undefined) assert.equal([verified.status, verified.stderr], [0, ''])
  else console.log('\nleft out: systemd-analyze, which is not installed')
  for (const path of ['relative', '/with blank', '/with%n'])
    assert.is((await run(String(server_id), '--out', at, '--installed', path)).code, 2)
})

test.run()
