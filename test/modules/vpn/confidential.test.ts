import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { environmentWith } from '#config/config.ts'
import { spawnWithOutput } from '#programs/vpn-lab/spawn-with-output.ts'
import { usernameOf } from '#services/vpn/credentials.ts'
import { until } from '../../harness/client.ts'
import { keepLine, testLog } from '../../harness/log.ts'
import { noteSecret } from '../../harness/secrets.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { startScriptedOpenVpn } from '../../vpn-agent/scripted-openvpn.ts'
import { connectOf, endLease, newAgent, newServer } from './vpn-samples.ts'

/**
 * Every credential that VPN sessions, servers and agents are given, searched for in all that was logged, recorded and
 * stored.
 */
const test = suite('what VPN sessions keep to themselves')
const root = resolve(import.meta.dirname, '../../..')
const lines: string[] = []
const service = await startTestService({}, { log: testLog(line => lines.push(line)) })
const { admin } = service
const { db, vault } = service.service
const dataDir = service.environment.DATA_DIR!
const files = mkdtempSync(join(tmpdir(), 'vpn-secrets-'))
const openvpn = await startScriptedOpenVpn()

const server_id = await newServer(admin)
const { login } = await newAgent(admin, server_id)
noteSecret(login.password)
const agent = spawnWithOutput(
  process.execPath,
  [
    ...[join(root, 'src/programs/vpn-agent/main.ts'), '--server', String(server_id)],
    ...['--management', openvpn.socket, '--url', service.url],
  ],
  {
    name: 'agent',
    env: environmentWith({ SERVICE_EMAIL: login.email, SERVICE_PASSWORD: login.password }),
    onLine: (_, line) => keepLine(line),
  },
)
test.after(async () => {
  agent.child.kill('SIGTERM')
  await agent.exited
  await openvpn.close()
  await service.end()
  rmSync(files, { recursive: true, force: true })
})
await agent.waitForLine(/connected to OpenVPN/)

/** By what they are. */
const secrets = new Map<string, string>([['the agent’s secret', login.password]])
/** As lines: whoever stores a text in another form keeps those. */
function keep(what: string, armoured: string): void {
  for (const [n, line] of armoured.split('\n').entries())
    if (!line.startsWith('-----') && line.length >= 16) secrets.set(`${what}, line ${n}`, line)
}
const session_ids: string[] = []
async function newSession(what: string) {
  const { body } = await admin.post('/vpn/connect', connectOf(`user_${session_ids.length}`, server_id))
  session_ids.push(body.session_id)
  secrets.set(`the password of a session that ${what}`, body.vpn_credentials.password)
  keep('the key that server and clients share', body.openvpn_config.split('<tls-crypt>\n')[1])
  return body as { session_id: string; vpn_credentials: { username: string; password: string } }
}

// Whatever a session's credentials are used for, rightly and wrongly.
const goesOn = await newSession('goes on')
openvpn.asks('CONNECT', '0', '1', goesOn.vpn_credentials)
await openvpn.isTold('client-auth 0 1\npush "dhcp-option DNS 10.8.0.1"\nEND')
openvpn.opens('0', usernameOf(goesOn.session_id))
openvpn.asks('REAUTH', '0', '2', goesOn.vpn_credentials)
await openvpn.isTold('client-auth-nt 0 2')
const denied = (cid: string) =>
  openvpn.isTold(`client-deny ${cid} 1 "no open session with this password" "no open session with this password"`)
const { username, password } = goesOn.vpn_credentials
const wrong = 'what somebody typed who had forgotten it'
secrets.set('a password that is none', wrong)
openvpn.asks('CONNECT', '1', '1', { username, password: wrong })
await denied('1')
openvpn.asks('CONNECT', '2', '1', { username: password, password: username })
await denied('2')
await until(
  () => admin.get('/vpn/sessions'),
  ({ body }) => body.data.some(({ status }: { status: string }) => status === 'connected'),
)
// However it ends.
const disconnected = await newSession('was disconnected')
await admin.post('/vpn/disconnect', { session_id: disconnected.session_id })
const revoked = await newSession('was revoked')
await admin.post(`/vpn/sessions/${revoked.session_id}/revoke`)
const expired = await newSession('expired')
// What can't be made is logged with its reason.
const damaged = await newServer(admin)
await db.query(sql.unsafe`
  insert into ops.vpn_secrets (name, sealed) values (${`tls-crypt ${damaged}`}, 'v1.installation:vpn.AAAA')`)
assert.is((await admin.post('/vpn/connect', connectOf('user_damaged', damaged))).body.error_code, 'VPN_008')
const said = execFileSync(
  process.execPath,
  ['src/programs/vpn/main.ts', 'server-config', String(server_id), '--out', files],
  {
    cwd: root,
    env: environmentWith({ EVENTSTORE_URL: '', DATABASE_URL: '', ...service.environment }),
  },
)
keep('the server’s key', readFileSync(join(files, 'server.key'), 'utf8'))
const authority = await db.oneFirst(sql.type(z.object({ sealed: z.string() }))`
  select sealed from ops.vpn_secrets where name = 'authority'`)
keep('the authority’s key', (await vault.open(authority, 'vpn|authority'))!)
await until(
  async () => {
    await endLease({ db }, expired.session_id)
    return admin.get('/vpn/sessions/history')
  },
  ({ body }) =>
    ['connected', 'disconnected', 'revoked', 'expired'].every(status =>
      body.data.some((one: { status: string }) => one.status === status),
    ),
)

const secretsIn = (text: string | Buffer) =>
  [...secrets].flatMap(([what, secret]) => (text.includes(secret) ? what : []))

test('all that is secret is known: passwords, the agent’s secret, keys of the server, of its clients and of the authority', () => {
  const kinds = Map.groupBy(secrets.keys(), what => what.replace(/, line \d+$/, ''))
  const counts = Object.fromEntries([...kinds].map(([kind, { length }]) => [kind, length]))
  assert.equal(counts, {
    'the agent’s secret': 1,
    'the password of a session that goes on': 1,
    'the key that server and clients share': 16,
    'a password that is none': 1,
    'the password of a session that was disconnected': 1,
    'the password of a session that was revoked': 1,
    'the password of a session that expired': 1,
    'the server’s key': 3,
    'the authority’s key': 3,
  })
})

test('none of it is in any row, of a read model or another', async () => {
  const tables = await db.any(sql.type(z.object({ schema: z.string(), name: z.string() }))`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema') and table_type = 'BASE TABLE'`)
  const holding = async (texts: readonly string[]) => {
    const found: string[] = []
    for (const { schema, name } of tables)
      for (const text of texts)
        if (
          await db.exists(
            sql.unsafe`select 1 from ${sql.identifier([schema, name])} as t where strpos(t::text, ${text}) > 0`,
          )
        )
          found.push(`${schema}.${name}`)
    return found
  }
  assert.equal(await holding([...secrets.values()]), [])
  // The search finds what is there.
  assert.ok((await holding(session_ids.slice(0, 1))).includes('ops.vpn_leases'))
})

test('none of it is in what the service, the agent and the command said', () => {
  for (const line of [...lines, ...agent.lines, String(said)]) assert.equal(secretsIn(line), [], line)
  assert.ok(agent.lines.some(line => line.includes('denied')) && lines.some(line => line.includes('VPN_008')))
})

test('nor is it where the service is away and the agent goes by what it knows, and in no file that the service leaves', async () => {
  await service.stop()
  openvpn.asks('REAUTH', '0', '3', goesOn.vpn_credentials)
  openvpn.asks('CONNECT', '3', '1', { username, password: wrong })
  await agent.waitForLine(/keys renewed without the service/)
  for (const line of agent.lines) assert.equal(secretsIn(line), [], line)
  const found: string[] = []
  let known = 0
  for (const entry of readdirSync(dataDir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const content = readFileSync(join(entry.parentPath, entry.name))
    if (content.includes(session_ids[0]!)) known += 1
    for (const what of secretsIn(content)) found.push(`${what} in ${entry.name}`)
  }
  assert.equal(found, [])
  assert.ok(known > 1, `${known} files`)
})

test.run()
