import * as assert from 'uvu/assert'
import { start } from '#main.ts'
import { readServiceConfig } from '#service-config.ts'
import { type Client, logIn, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { ADMIN, logInUnlimited, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { standstill } from '../../harness/standstill.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'
import { connectOf, digestOf, endLease, newAgent, newServer, newUser } from './vpn-samples.ts'

/** What the agents of servers ask and tell; sessions end by one instance, and agents ask another. */
const test = suite('VPN agents over two instances')
const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ...sharedKeys(),
})
const first = await start(readServiceConfig(environment), { log: testLog() })
const second = await start(readServiceConfig({ ...environment, ROLES: 'api' }), { log: testLog() })
test.after(async () => {
  await second.stop()
  await first.stop()
  await stores.stop()
})
const admin = await logInUnlimited(first.url)
const { client_id } = (await admin.get('/api/auth/me')).body
const onSecond = await logIn(second.url, ADMIN.email, ADMIN.password)

const server_id = await newServer(admin, { dns_servers: ['10.8.0.1', '9.9.9.9'] })
const { agent, made, login } = await newAgent(admin, server_id)
const at = `/vpn/servers/${server_id}/agent`
let users = 0
async function newSession(of = server_id, caller = admin) {
  users += 1
  const { body } = await caller.post('/vpn/connect', connectOf(`tunnelled_${users}`, of))
  return { session_id: body.session_id as string, password: body.vpn_credentials.password as string }
}
const sessionOf = async (session_id: string) => {
  const { body } = await admin.get('/vpn/sessions?limit=200')
  return body.data.find((one: { session_id: string }) => one.session_id === session_id)
}
const admit = ({ session_id, password }: { session_id: string; password: string }, path = at) =>
  agent.post(`${path}/admit`, { session_id, password_digest: digestOf(password) })
const report = async (session_id: string, tunnel: string, is_up: boolean, bytes_in: number, bytes_out: number) =>
  (await agent.post(`${at}/report`, { tunnels: [{ session_id, tunnel, is_up, bytes_in, bytes_out }] })).body.ended

/** As agents do: asks anew until something ended. */
async function untilTold(asking: Client, sessions: string[]): Promise<string[]> {
  for (let asked = 0; asked < 5; asked += 1) {
    const { ended } = (await asking.post(`${at}/watch`, { sessions })).body
    if (ended.length > 0) return ended
  }
  return []
}

test('an agent is the platform’s machine of one server, and its secret is told once', async () => {
  assert.match(made.secret, /^svcsec_[\w-]{43}$/)
  assert.equal(Object.keys(made).sort(), ['email', 'secret', 'server_id', 'service_account_id'])
  const { body: me } = await agent.get('/api/auth/me')
  const { service_account_id: id } = made
  const of = { role: 'agent', scopes: ['vpn:agent'], is_platform: true, display_name: null }
  assert.equal(me, { id, email: login.email, client_id, ...of })
  const { body } = await admin.get(`/admin/clients/${client_id}/service-accounts/${id}`)
  assert.equal([body.name, body.scopes, body.status], ['beside the server', ['vpn:agent'], 'active'])
})

test('only administrators of the platform make agents, of servers that there are', async () => {
  const { caller } = await newUser(admin, 'operator')
  const { status, body } = await caller.post(`/admin/vpn/servers/${server_id}/agents`, { name: 'x' })
  assert.equal([status, body.details], [403, { required_scope: 'vpn:admin' }])
  const bank = await admin.post('/admin/clients', { name: 'A bank' })
  const { caller: banker } = await newUser(admin, 'admin', bank.body.client_id)
  assert.is((await banker.post(`/admin/vpn/servers/${server_id}/agents`, { name: 'x' })).body.error_code, 'AUTH_003')
  for (const id of ['999999', '0', 'x'])
    assert.is((await admin.post(`/admin/vpn/servers/${id}/agents`, { name: 'x' })).body.error_code, 'VPN_004', id)
  for (const bad of [{}, { name: '' }, { name: 7 }, { name: 'a\nb' }, { name: 'x', scopes: ['vpn:admin'] }]) {
    const refused = await admin.post(`/admin/vpn/servers/${server_id}/agents`, bad)
    assert.equal([refused.status, refused.body.error_code], [400, 'INVALID_REQUEST'], JSON.stringify(bad))
  }
  // Nobody gives its scope away by another way.
  const path = `/admin/clients/${client_id}/service-accounts`
  assert.is((await admin.post(path, { name: 'x', scopes: ['vpn:agent'] })).body.error_code, 'AUTH_003')
})

test('an agent admits whoever knows the password of a session of its server, of any client', async () => {
  const bank = await admin.post('/admin/clients', { name: 'Another bank' })
  const { caller } = await newUser(admin, 'integrator', bank.body.client_id)
  for (const session of [await newSession(), await newSession(server_id, caller)]) {
    const { status, body } = await admit(session)
    assert.equal([status, body.session_id, body.dns_servers], [200, session.session_id, ['10.8.0.1', '9.9.9.9']])
    assert.ok(Date.parse(body.expires_at) > Date.now())
  }
})

test('an agent admits nobody else', async () => {
  const session = await newSession()
  const elsewhere = await newSession(await newServer(admin))
  const over = await newSession()
  await admin.post('/vpn/disconnect', { session_id: over.session_id })
  const late = await newSession()
  await endLease(first.service, late.session_id)
  const nobodys = { session_id: 'vps_00000000-0000-7000-8000-000000000000', password: '' }
  const swapped = { session_id: session.session_id, password: elsewhere.password }
  for (const [what, asked] of Object.entries({ elsewhere, over, late, nobodys, swapped })) {
    const { status, body } = await admit(asked)
    assert.equal([status, body.error_code], [404, 'VPN_005'], what)
  }
  for (const password_digest of ['', 'x'.repeat(64), digestOf('a').toUpperCase(), null, 7]) {
    const { body } = await agent.post(`${at}/admit`, { session_id: session.session_id, password_digest })
    assert.is(body.error_code, 'INVALID_REQUEST')
  }
})

test('an agent has to do with its own server and nothing else', async () => {
  const other = await newServer(admin)
  const session = await newSession(other)
  const asked: [string, object][] = [
    ['admit', { session_id: session.session_id, password_digest: digestOf(session.password) }],
    ['report', { tunnels: [] }],
    ['watch', { sessions: [session.session_id] }],
  ]
  for (const id of [other, 999_999, 'x', '1.5'])
    for (const [what, body] of asked) {
      const refused = await agent.post(`/vpn/servers/${id}/agent/${what}`, body)
      assert.equal([refused.status, refused.body.error_code], [404, 'VPN_004'], `${id} ${what}`)
    }
  assert.equal(await report(session.session_id, '1.0', true, 1, 1), [session.session_id])
  assert.is((await sessionOf(session.session_id)).status, 'issued')
  for (const path of ['/vpn/sessions', '/vpn/servers', '/vpn/sessions/history'])
    assert.is((await agent.get(path)).status, 403, path)
  assert.is((await agent.post(`/vpn/sessions/${session.session_id}/revoke`)).status, 403)
  // Nobody else is an agent, whatever they may do.
  for (const [what, body] of asked) assert.is((await admin.post(`${at}/${what}`, body)).status, 403, what)
})

test('a tunnel that is up connects its session, which lives no longer by it', async () => {
  const { session_id } = await newSession()
  const before = await sessionOf(session_id)
  assert.is(before.status, 'issued')
  assert.equal(await report(session_id, '1.0', true, 0, 0), [])
  const after = await sessionOf(session_id)
  assert.equal([after.status, after.lease_expires_at], ['connected', before.lease_expires_at])
  const { body } = await until(
    () => admin.get('/vpn/sessions/history'),
    ({ body: page }) => page.data.some((one: typeof after) => one.session_id === session_id && one.connected_at),
  )
  assert.is(body.data.find((one: typeof after) => one.session_id === session_id).status, 'connected')
})

test('bytes of all tunnels of a session are added up, each told as often as one likes', async () => {
  const { session_id } = await newSession()
  const bytes = async () => {
    const { bytes_in, bytes_out } = await sessionOf(session_id)
    return [bytes_in, bytes_out]
  }
  await report(session_id, '100.0', true, 1_000, 10)
  await report(session_id, '100.0', true, 1_000, 10)
  assert.equal(await bytes(), [1_000, 10])
  await report(session_id, '100.0', true, 1_500, 20)
  // It comes back by a new tunnel before the old one is told to have ended.
  await report(session_id, '160.1', true, 0, 0)
  await report(session_id, '100.0', false, 1_600, 30)
  assert.equal(await bytes(), [1_500, 20])
  await report(session_id, '160.1', true, 7, 8)
  await report(session_id, '160.1', false, 7, 9)
  assert.equal(await bytes(), [1_507, 29])
})

test('tunnels that carried more than anything does are told of as far as numbers go', async () => {
  const { session_id } = await newSession()
  for (let n = 1; n <= 9; n += 1) assert.equal(await report(session_id, `${n}.0`, true, 2 ** 50, 1), [])
  const { bytes_in, bytes_out } = await sessionOf(session_id)
  assert.equal([bytes_in, bytes_out], [Number.MAX_SAFE_INTEGER, 9])
})

test('whoever waits is told of an end at once, whichever instance ended it and however', async () => {
  const ends = {
    async disconnect(session_id: string) {
      await admin.post('/vpn/disconnect', { session_id })
    },
    async 'disconnect by the other instance'(session_id: string) {
      await onSecond.post('/vpn/disconnect', { session_id })
    },
    async revoke(session_id: string) {
      await onSecond.post(`/vpn/sessions/${session_id}/revoke`)
    },
    async expire(session_id: string) {
      await endLease(first.service, session_id)
    },
  }
  const agentOnSecond = await logIn(second.url, login.email, login.password)
  for (const [how, end] of Object.entries(ends))
    for (const asking of [agent, agentOnSecond]) {
      const { session_id } = await newSession()
      const { session_id: stays } = await newSession()
      const watching = untilTold(asking, [stays, session_id])
      await new Promise(resolve => setTimeout(resolve, 200))
      const [since, stoodStillMs] = [performance.now(), standstill()]
      await end(session_id)
      assert.equal(await watching, [session_id], how)
      const waitedMs = performance.now() - since - stoodStillMs()
      // Nobody says when a lease ends: it is found when it is looked for.
      assert.ok(waitedMs < (how === 'expire' ? 5_000 : 2_000), `${how}: ${waitedMs} ms`)
    }
})

test('what is over already is told at once, and nothing after four seconds', async () => {
  const [one, other] = [await newSession(), await newSession()]
  await admin.post('/vpn/disconnect', { session_id: other.session_id })
  const stoodStillMs = standstill()
  let since = performance.now()
  const told = await agent.post(`${at}/watch`, { sessions: [one.session_id, other.session_id] })
  assert.equal(told.body, { ended: [other.session_id] })
  assert.ok(performance.now() - since < 2_000 + stoodStillMs())
  since = performance.now()
  const nothing = await agent.post(`${at}/watch`, { sessions: [one.session_id] })
  assert.equal([nothing.status, nothing.body], [200, { ended: [] }])
  assert.ok(performance.now() - since >= 3_900)
})

test('a locked-out user’s tunnels are told of within five seconds', async () => {
  const { user_id, caller } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const [since, stoodStillMs] = [performance.now(), standstill()]
  const ended = untilTold(agent, [body.session_id])
  await admin.send('PATCH', `/admin/users/${user_id}`, { status: 'disabled' })
  assert.equal(await ended, [body.session_id])
  const ms = performance.now() - since
  assert.ok(ms < 5_000 + stoodStillMs(), `${ms} ms`)
})

test('an instance that stops lets nobody wait', async () => {
  const third = await start(readServiceConfig({ ...environment, ROLES: 'api' }), { log: testLog() })
  const asking = await logIn(third.url, login.email, login.password)
  const { session_id } = await newSession()
  const watching = asking.post(`${at}/watch`, { sessions: [session_id] })
  await new Promise(resolve => setTimeout(resolve, 300))
  const [since, stoodStillMs] = [performance.now(), standstill()]
  await third.stop()
  assert.equal((await watching).body, { ended: [] })
  const ms = performance.now() - since
  assert.ok(ms < 3_000 + stoodStillMs(), `${ms} ms`)
})

test('a revoked agent is refused within seconds', async () => {
  const gone = await newAgent(admin, server_id)
  const { service_account_id } = gone.made
  await admin.send('DELETE', `/admin/clients/${client_id}/service-accounts/${service_account_id}`)
  await until(
    () => gone.agent.post(`${at}/report`, { tunnels: [] }),
    ({ status }) => status === 401,
    10_000,
  )
})

test('metrics and health say for how long OpenVPN of a server has not been reached', async () => {
  const own = await newServer(admin)
  const its = await newAgent(admin, own)
  const reported = (more: object) =>
    its.agent.post(`/vpn/servers/${own}/agent/report`, { tunnels: [], ...more }).then(({ status }) => status)
  const gone = async () => {
    const { body } = await admin.get('/metrics')
    const [, seconds] = new RegExp(`^vpn_openvpn_gone_seconds\\{server_id="${own}"\\} ([\\d.]+)$`, 'm').exec(body) ?? []
    return seconds === undefined ? null : Number(seconds)
  }
  const noted = async () => (await admin.get('/health/ready')).body.parts.reactor.note ?? ''
  // An agent of an older version.
  assert.is(await reported({}), 200)
  assert.is(await reported({ openvpn_gone_s: 300 }), 200)
  await until(gone, seconds => seconds !== null && seconds >= 300 && seconds < 400)
  assert.match(
    await until(noted, note => note.includes('OpenVPN')),
    new RegExp(`for more than 120 seconds, the longest ${own}`),
  )
  // What is reported later counts, unless OpenVPN has been gone since before.
  assert.is(await reported({ openvpn_gone_s: 600 }), 200)
  assert.ok((await gone())! < 400)
  assert.is(await reported({ openvpn_gone_s: 0 }), 200)
  await until(gone, seconds => seconds !== null && seconds < 100)
  await until(noted, note => !note.includes('OpenVPN'))
  await reported({ openvpn_gone_s: 0 })
  for (const openvpn_gone_s of [-1, 1.5, 'x', null]) assert.is(await reported({ openvpn_gone_s }), 400)
  await admin.send('PATCH', `/admin/vpn/servers/${own}`, { status: 'retired' })
  await until(gone, seconds => seconds === null)
})

test.run()
