import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { devices } from '#domain/vpn/devices/decider.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { settlingSoon } from '../subjects/people.ts'
import { connectOf, endLease, newServer, newUser } from './vpn-samples.ts'

/** Sessions as their devices and administrators see them, from the connect to each of their ends. */
const test = suite('VPN sessions')
const service = await startTestService({}, { modules: settlingSoon() })
test.after(service.end)
const { admin } = service
const { db, execute, store } = service.service
const { client_id, id: admin_id } = (await admin.get('/api/auth/me')).body

/** VPN_REAL_LEASE=1 waits for a lease to end by itself, a minute and a half. */
const REAL_LEASE = process.env.VPN_REAL_LEASE === '1'

const heldBy = async (server_id: number) => {
  const { state } = await execute.load(servers, servers.id(server_id))
  return state.status === 'absent' ? [] : [...state.held.keys()]
}
const liveOf = async (user_id: string, client = client_id) =>
  liveSessions((await execute.load(devices, devices.id(client, user_id))).state).map(({ session_id }) => session_id)
const leaseOf = (session_id: string) =>
  db.maybeOne(sql.type(z.object({ is_over: z.boolean(), left_s: z.number(), password_digest: z.string() }))`
    select is_over, extract(epoch from lease_until - clock_timestamp())::float8 as left_s, password_digest
    from ops.vpn_leases where session_id = ${session_id}`)
const eventsOf = async (user_id: string) =>
  (await store.read(devices.stream(devices.id(client_id, user_id)))).map(({ type }) => type)
/** Nothing of the session is left. */
const isFree = async (session_id: string, user_id: string, server_id: number) =>
  !(await heldBy(server_id)).includes(session_id) &&
  !(await liveOf(user_id)).includes(session_id) &&
  (await leaseOf(session_id)) === null

test('a consumer connects: what the answer tells, and what is kept of it', async () => {
  const server_id = await newServer(admin, { name: 'Berlin 1', city: 'Berlin' })
  const { user_id, caller } = await newUser(admin)
  const { status, body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  assert.is(status, 200)
  assert.match(body.session_id, /^vps_[0-9a-f-]{36}$/)
  assert.is(body.slot_id, 1)
  assert.equal(body.server_info, {
    ...{ id: server_id, name: 'Berlin 1', country: 'Germany', country_code: 'DE', city: 'Berlin' },
    ...{ ip: '192.0.2.7', port: 1194, protocol: 'udp' },
  })
  assert.equal(body.dns_servers, ['10.8.0.1'])
  assert.match(body.vpn_credentials.username, /^[0-9a-f]{32}$/)
  assert.match(body.vpn_credentials.password, /^[\w-]{32}$/)
  assert.is(Date.parse(body.expires_at) - Date.parse(body.connected_at), 86_400_000)
  const config: string = body.openvpn_config
  const lines = config.split('\n')
  assert.ok(lines.includes('remote 192.0.2.7 1194') && lines.includes('auth-user-pass'))
  assert.ok(lines.includes(`verify-x509-name vpn-${server_id} name`))
  assert.match(config, /<ca>\n-----BEGIN CERTIFICATE-----\n[^<]*-----END CERTIFICATE-----\n<\/ca>\n/)
  assert.match(config, /<tls-crypt>\n-----BEGIN OpenVPN Static key V1-----\n([0-9a-f]{32}\n){16}-----END/)
  assert.not.match(config, /\r|[ \t]\n|PRIVATE KEY/)
  assert.not(config.includes(body.vpn_credentials.password) || config.includes(body.vpn_credentials.username))
  const { body: own } = await caller.get('/vpn/sessions')
  assert.equal(
    own.data.map(({ session_id, status, server_id }: never) => ({ session_id, status, server_id })),
    [{ session_id: body.session_id, status: 'issued', server_id }],
  )
})

test('the password is in no event and in no table, in clear or sealed; its digest is in the lease alone', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const { password } = body.vpn_credentials
  const lease = await leaseOf(body.session_id)
  const streams = [devices.stream(devices.id(client_id, user_id)), servers.stream(servers.id(server_id))]
  const events = JSON.stringify(await Promise.all(streams.map(stream => store.read(stream))))
  assert.not(events.includes(password) || events.includes(lease!.password_digest))
  await until(
    () => caller.get('/vpn/sessions/history'),
    ({ body: history }) => history.data.length > 0,
  )
  const tables = await db.any(sql.type(z.object({ name: z.string() }))`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema in ('ops', 'read', 'vault') and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { name } of tables)
    for (const text of [password, lease!.password_digest])
      if (
        await db.exists(
          sql.unsafe`select 1 from ${sql.identifier(name.replaceAll('"', '').split('.'))} as t where strpos(t::text, ${text}) > 0`,
        )
      )
        found.push(name)
  assert.equal(found, ['ops.vpn_leases'])
})

test('the second device gets slot 2, the third VPN_001, the same one VPN_006; a free slot is reused lowest first', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const [first, second] = [connectOf(user_id, server_id), connectOf(user_id, server_id)]
  const { body: one } = await caller.post('/vpn/connect', first)
  const { body: two } = await caller.post('/vpn/connect', second)
  assert.equal([one.slot_id, two.slot_id], [1, 2])
  const third = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  assert.equal([third.status, third.body.error_code], [429, 'VPN_001'])
  assert.equal(
    third.body.details.active_sessions.map(({ session_id }: { session_id: string }) => session_id),
    [one.session_id, two.session_id],
  )
  const waitS = Number(third.headers.get('retry-after'))
  assert.ok(waitS > 60 && waitS <= 120, `${waitS} s`)
  const again = await caller.post('/vpn/connect', second)
  assert.equal([again.status, again.body.error_code, again.body.details.session_id], [400, 'VPN_006', two.session_id])
  await caller.post('/vpn/disconnect', { session_id: one.session_id })
  const { body: reused } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  assert.is(reused.slot_id, 1)
})

test('disconnecting frees both slots at once; a second time, and somebody else’s, is VPN_005', async () => {
  const server_id = await newServer(admin, { capacity: 1 })
  const { user_id, caller } = await newUser(admin)
  const { caller: other } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const { session_id } = body
  const stranger = await service.newClient()
  for (const by of [other, stranger])
    for (const path of ['disconnect', 'heartbeat']) {
      const refused = await by.post(`/vpn/${path}`, { session_id })
      assert.equal([refused.status, refused.body.error_code], [404, 'VPN_005'])
    }
  const revoked = await stranger.post(`/vpn/sessions/${session_id}/revoke`)
  assert.equal([revoked.status, revoked.body.error_code], [404, 'VPN_005'])
  assert.is((await caller.post('/vpn/disconnect', { session_id })).status, 200)
  assert.ok(await isFree(session_id, user_id, server_id))
  const twice = await caller.post('/vpn/disconnect', { session_id })
  assert.equal([twice.status, twice.body.error_code], [404, 'VPN_005'])
  const late = await caller.post('/vpn/heartbeat', { session_id })
  assert.equal([late.status, late.body.error_code], [404, 'VPN_005'])
  const next = await other.post('/vpn/connect', connectOf((await other.get('/api/auth/me')).body.id, server_id))
  assert.is(next.status, 200)
})

test('users of the same name at two clients are two', async () => {
  const server_id = await newServer(admin)
  const stranger = await service.newClient()
  const user_id = `user_${randomUUID()}`
  const of = (by: typeof admin) => by.post('/vpn/connect', connectOf(user_id, server_id, 'dev_1'))
  const answers = [await of(admin), await of(stranger)]
  assert.equal(
    answers.map(({ status, body }) => [status, body.slot_id]),
    [
      [200, 1],
      [200, 1],
    ],
  )
  const { body: theirs } = await stranger.get('/vpn/sessions')
  assert.equal(
    theirs.data.map(({ session_id }: { session_id: string }) => session_id),
    [answers[1]!.body.session_id],
  )
  const { body } = await stranger.get(`/vpn/sessions/history?user_id=${user_id}`)
  assert.ok(body.data.every(({ session_id }: { session_id: string }) => session_id !== answers[0]!.body.session_id))
})

test('a user may ask for themself alone, unless they have vpn:use:any', async () => {
  const server_id = await newServer(admin)
  const { caller } = await newUser(admin)
  const refused = await caller.post('/vpn/connect', connectOf(admin_id, server_id))
  assert.equal([refused.status, refused.body.details], [403, { required_scope: 'vpn:use:any' }])
  for (const path of ['/vpn/sessions', '/vpn/sessions/history'])
    assert.is((await caller.get(`${path}?user_id=${admin_id}`)).status, 403)
  const { caller: integrator } = await newUser(admin, 'integrator')
  const user_id = `user_${randomUUID()}`
  const { status, body } = await integrator.post('/vpn/connect', connectOf(user_id, server_id))
  assert.is(status, 200)
  assert.is((await integrator.post('/vpn/heartbeat', { session_id: body.session_id })).status, 200)
  assert.is((await integrator.post('/vpn/disconnect', { session_id: body.session_id })).status, 200)
})

test('the order of checks: server, maintenance, device, user’s slots, server’s slots', async () => {
  const server_id = await newServer(admin, { capacity: 2 })
  const resting = await newServer(admin)
  await admin.send('PATCH', `/admin/vpn/servers/${resting}`, { status: 'maintenance' })
  const { user_id, caller } = await newUser(admin)
  const first = connectOf(user_id, server_id)
  const codeOf = async (body: object, by = caller) => {
    const answer = await by.post('/vpn/connect', body)
    return [answer.status, answer.body.error_code]
  }
  assert.equal((await caller.post('/vpn/connect', first)).status, 200)
  const { user_id: other_id, caller: other } = await newUser(admin)
  assert.equal(await codeOf({ ...first, server_id: 999_999 }), [404, 'VPN_004'])
  assert.equal(await codeOf({ ...first, server_id: resting }), [503, 'VPN_003'])
  await other.post('/vpn/connect', connectOf(other_id, server_id))
  // Full: the same device is told of its session, another one of the room.
  assert.equal(await codeOf(first), [400, 'VPN_006'])
  assert.equal(await codeOf(connectOf(user_id, server_id)), [503, 'VPN_002'])
  const free = await newServer(admin)
  assert.equal((await caller.post('/vpn/connect', connectOf(user_id, free))).status, 200)
  assert.equal(await codeOf(connectOf(user_id, server_id)), [429, 'VPN_001'])
  const { body, headers } = await other.post('/vpn/connect', connectOf(other_id, server_id))
  assert.equal([body.error_code, body.details.server_id], ['VPN_002', server_id])
  assert.ok(body.details.alternatives.length === 3 && !body.details.alternatives.includes(server_id))
  assert.ok(Number(headers.get('retry-after')) >= 1)
  await admin.send('PATCH', `/admin/vpn/servers/${server_id}`, { status: 'retired' })
  assert.equal(await codeOf(connectOf(user_id, server_id)), [404, 'VPN_004'])
})

test('a configuration that can’t be made is VPN_008, and both slots are free', async () => {
  const server_id = await newServer(admin)
  await db.query(sql.unsafe`
    insert into ops.vpn_secrets (name, sealed) values (${`tls-crypt ${server_id}`}, 'v1.installation:vpn.AAAA')`)
  const { user_id, caller } = await newUser(admin)
  const { status, body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  assert.equal([status, body.error_code], [500, 'VPN_008'])
  assert.equal([await heldBy(server_id), await liveOf(user_id)], [[], []])
  assert.equal(await eventsOf(user_id), ['VpnSessionIssued', 'VpnSessionWithdrawn'])
  await db.query(sql.unsafe`delete from ops.vpn_secrets where name = ${`tls-crypt ${server_id}`}`)
  assert.is((await caller.post('/vpn/connect', connectOf(user_id, server_id))).status, 200)
})

test('a session that was heard of before its configuration could not be made is over all the same', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const asked = connectOf(user_id, server_id)
  const connecting = await db.transaction(async tx => {
    await tx.query(sql.unsafe`set local idle_in_transaction_session_timeout = 0`)
    // The configuration waits for the keys.
    await tx.query(sql.unsafe`lock table ops.vpn_secrets in access exclusive mode`)
    const answer = caller.post('/vpn/connect', asked)
    const { body } = await until(
      () => caller.get('/vpn/sessions'),
      ({ body: own }) => own.data.length === 1,
    )
    assert.is((await caller.post('/vpn/heartbeat', { session_id: body.data[0].session_id })).status, 200)
    await tx.query(sql.unsafe`
      insert into ops.vpn_secrets (name, sealed) values (${`tls-crypt ${server_id}`}, 'v1.installation:vpn.AAAA')`)
    return { answer }
  })
  const { body: refused } = await connecting.answer
  assert.is(refused.error_code, 'VPN_008')
  assert.equal(await eventsOf(user_id), ['VpnSessionIssued', 'VpnSessionConnected', 'VpnSessionWithdrawn'])
  assert.equal([await liveOf(user_id), await heldBy(server_id)], [[], []])
})

test('a heartbeat connects, renews the lease from now and no further, and says what went through', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const { session_id } = body
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) =>
      caller.post('/vpn/heartbeat', { session_id, bytes_in: 1_000 + n, bytes_out: 7 }),
    ),
  )
  assert.equal(
    new Set(answers.map(({ status, body }) => `${status} ${body.status} ${body.next_heartbeat_seconds}`)),
    new Set(['200 connected 30']),
  )
  const lease = await leaseOf(session_id)
  assert.ok(lease!.left_s > 80 && lease!.left_s <= 90, `${lease!.left_s} s`)
  assert.equal(await eventsOf(user_id), ['VpnSessionIssued', 'VpnSessionConnected'])
  const { body: own } = await caller.get('/vpn/sessions')
  assert.equal([own.data[0].status, own.data[0].bytes_out], ['connected', 7])
  assert.ok(own.data[0].bytes_in >= 1_000)
})

test('no lease goes beyond the end of the credentials', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const { session_id } = body
  await db.query(sql.unsafe`
    update ops.vpn_leases set expires_at = clock_timestamp() + interval '10 seconds' where session_id = ${session_id}`)
  await caller.post('/vpn/heartbeat', { session_id })
  const lease = await leaseOf(session_id)
  assert.ok(lease!.left_s <= 10, `${lease!.left_s} s`)
})

test('a lease that ended: the slots are free, heartbeats get VPN_007 for a while and VPN_005 then', async () => {
  const server_id = await newServer(admin, { capacity: 1 })
  const { user_id, caller } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const { session_id } = body
  await caller.post('/vpn/heartbeat', { session_id })
  // The row of due work is there once the log was followed.
  await until(
    async () => {
      await endLease({ db }, session_id)
      return liveOf(user_id)
    },
    live => live.length === 0,
  )
  assert.equal(await eventsOf(user_id), ['VpnSessionIssued', 'VpnSessionConnected', 'VpnSessionExpired'])
  await until(
    () => heldBy(server_id),
    held => held.length === 0,
  )
  const beat = async () => {
    const answer = await caller.post('/vpn/heartbeat', { session_id })
    return [answer.status, answer.body.error_code]
  }
  assert.equal(await beat(), [408, 'VPN_007'])
  assert.equal(await beat(), [408, 'VPN_007'])
  assert.equal((await caller.get('/vpn/sessions')).body.data, [])
  const late = await caller.post('/vpn/disconnect', { session_id })
  assert.equal([late.status, late.body.error_code], [404, 'VPN_005'])
  await endLease({ db }, session_id, 91)
  assert.equal(await beat(), [404, 'VPN_005'])
  await until(
    () => leaseOf(session_id),
    lease => lease === null,
  )
  assert.is((await caller.post('/vpn/connect', connectOf(user_id, server_id))).status, 200)
})

test('the sweep looks no later than a lease ends, whenever the first heartbeat comes', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const { session_id } = body
  const lateMs = () =>
    db.maybeOneFirst(sql.type(z.object({ late_ms: z.number() }))`
      select (extract(epoch from due_at - lease_until) * 1000)::float8 as late_ms
      from ops.due_work join ops.vpn_leases on id = session_id
      where queue = 'vpn-lease' and session_id = ${session_id} and leased_until is null and due_at > clock_timestamp()`)
  const inTime = async (what: string) => {
    const late = await until(lateMs, ms => ms !== null)
    assert.ok(late! < 2_000, `${late} ms after ${what}`)
  }
  await inTime('the connect')
  // It looks, and the first heartbeat, which makes the lease shorter, comes right behind.
  await db.query(sql.unsafe`
    update ops.due_work set due_at = clock_timestamp() where queue = 'vpn-lease' and id = ${session_id}`)
  await inTime('the look')
  assert.is((await caller.post('/vpn/heartbeat', { session_id })).status, 200)
  await inTime('the first heartbeat')
  const { user_id: other, caller: early } = await newUser(admin)
  const own = await early.post('/vpn/connect', connectOf(other, server_id))
  await early.post('/vpn/heartbeat', { session_id: own.body.session_id })
  const dueAfterEnd = await until(
    () =>
      db.maybeOneFirst(sql.type(z.object({ is_late: z.boolean() }))`
        select due_at > lease_until + interval '2 seconds' as is_late from ops.due_work join ops.vpn_leases on id = session_id
        where queue = 'vpn-lease' and session_id = ${own.body.session_id}`),
    late => late !== null,
  )
  assert.is(dueAfterEnd, false)
})

if (REAL_LEASE)
  test('a session that says nothing after its first heartbeat is over, and both slots free, within 2 s of its lease', async () => {
    const server_id = await newServer(admin, { capacity: 1 })
    const { user_id, caller } = await newUser(admin)
    const device = connectOf(user_id, server_id)
    const { session_id } = (await caller.post('/vpn/connect', device)).body
    const { body } = await caller.post('/vpn/heartbeat', { session_id })
    await until(
      async () => [await heldBy(server_id), await liveOf(user_id)],
      ([held, live]) => held!.length + live!.length === 0,
      180_000,
    )
    const lateMs = Date.now() - Date.parse(body.lease_expires_at)
    console.log(`both slots were free ${lateMs} ms after the lease's end`)
    assert.ok(lateMs < 2_000, `${lateMs} ms`)
    assert.is((await caller.post('/vpn/connect', device)).status, 200)
  })

test('a heartbeat that comes before the sweep and after the end of the lease renews nothing', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const { session_id } = body
  const setLease = (s: number) =>
    db.query(sql.unsafe`
      update ops.vpn_leases set lease_until = clock_timestamp() + ${s} * interval '1 second' where session_id = ${session_id}`)
  await setLease(-1)
  const late = await caller.post('/vpn/heartbeat', { session_id })
  assert.equal([late.status, late.body.error_code], [408, 'VPN_007'])
  await setLease(20)
  assert.is((await caller.post('/vpn/heartbeat', { session_id })).status, 200)
})

for (const [what, end] of Object.entries({
  'an administrator': (session_id: string) => admin.post(`/vpn/sessions/${session_id}/revoke`),
  'the end of all logins': (_: string, user_id: string) =>
    admin.send('PATCH', `/admin/users/${user_id}`, { revoke_sessions: true }),
  'another password': (_: string, user_id: string) =>
    admin.send('PATCH', `/admin/users/${user_id}`, { password: 'another correct horse' }),
  'a disabled user': (_: string, user_id: string) =>
    admin.send('PATCH', `/admin/users/${user_id}`, { status: 'disabled' }),
}))
  test(`${what} ends the session, and its slots are free before its lease is over`, async () => {
    const server_id = await newServer(admin)
    const { user_id, caller } = await newUser(admin)
    const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
    await caller.post('/vpn/heartbeat', { session_id: body.session_id })
    assert.ok([200, 204].includes((await end(body.session_id, user_id)).status))
    await until(() => isFree(body.session_id, user_id, server_id), Boolean)
    assert.equal((await eventsOf(user_id)).at(-1), 'VpnSessionRevoked')
  })

test('nobody opens a session for a user who is disabled', async () => {
  const server_id = await newServer(admin)
  const { user_id } = await newUser(admin)
  await admin.send('PATCH', `/admin/users/${user_id}`, { status: 'disabled' })
  const { status, body } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
  assert.equal([status, body.details.field], [400, 'user_id'])
  const stranger = await service.newClient()
  assert.is((await stranger.post('/vpn/connect', connectOf(user_id, server_id))).status, 200)
})

test('logging out of one login ends no tunnel', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  await caller.post('/vpn/connect', connectOf(user_id, server_id))
  await caller.post('/api/auth/logout')
  assert.is((await liveOf(user_id)).length, 1)
})

test('a disabled client has no session left', async () => {
  const server_id = await newServer(admin)
  const stranger = await service.newClient()
  const { client_id: theirs } = (await stranger.get('/api/auth/me')).body
  const opened: string[] = []
  for (const user_id of ['u_1', 'u_2'])
    opened.push((await stranger.post('/vpn/connect', connectOf(user_id, server_id))).body.session_id)
  await admin.send('PATCH', `/admin/clients/${theirs}`, { status: 'disabled' })
  await until(
    async () => [...(await liveOf('u_1', theirs)), ...(await liveOf('u_2', theirs)), ...(await heldBy(server_id))],
    left => left.length === 0,
  )
  assert.equal(await Promise.all(opened.map(leaseOf)), [null, null])
})

test('an erasure ends the sessions and leaves nobody in the history; under a duty to retain nothing new begins', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const { body } = await admin.post('/vpn/connect', connectOf(user_id, server_id, 'dev_erased'))
  const mine = `/vpn/sessions/history?user_id=${user_id}`
  await until(
    () => admin.get(mine),
    ({ body: history }) => history.data.length === 1,
  )
  const asked = await admin.post(`/admin/subjects/${user_id}/erase`, { legal_basis: 'gdpr_art_17' })
  assert.ok(asked.status < 300, JSON.stringify(asked.body))
  await until(() => isFree(body.session_id, user_id, server_id), Boolean)
  await until(
    () => admin.get(mine),
    ({ body: history }) => history.data.length === 0,
  )
  const { body: erased } = await admin.get(`/vpn/sessions/${body.session_id}`)
  assert.equal([erased.user_id, erased.open], ['[erased]', null])
  // Somebody who comes back has no past.
  const { body: back } = await until(
    () => admin.post('/vpn/connect', connectOf(user_id, server_id)),
    ({ status }) => status === 200,
  )
  const idsOf = async (path: string) =>
    (await admin.get(path)).body.data.map((one: { session_id: string; user_id: string }) => [
      one.session_id,
      one.user_id,
    ])
  await until(
    () => idsOf(mine),
    ids => ids.length > 0,
  )
  assert.equal(await idsOf(mine), [[back.session_id, user_id]])
  const all = await idsOf('/vpn/sessions/history?limit=200')
  assert.ok(all.some(([id, of]: string[]) => id === body.session_id && of === '[erased]'))
  const kept = `user_${randomUUID()}`
  await admin.post('/vpn/connect', connectOf(kept, server_id))
  await admin.post(`/admin/subjects/${kept}/erase`, { legal_basis: 'aml_retention' })
  await until(
    () => liveOf(kept),
    live => live.length === 0,
  )
  const refused = await admin.post('/vpn/connect', connectOf(kept, server_id))
  assert.equal([refused.status, refused.body.details.field], [400, 'user_id'])
})

test('one session is read while it is open and when it is over, by its user and by the staff of its client', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { body: made } = await caller.post('/vpn/connect', connectOf(user_id, server_id, 'phone_1'))
  const path = `/vpn/sessions/${made.session_id}`
  const { status, body } = await admin.get(path)
  assert.is(status, 200)
  const { open, issued_at, ...rest } = body
  assert.equal(rest, {
    ...{ session_id: made.session_id, user_id, server_id, slot_id: 1, device_type: 'phone', platform: 'ios' },
    ...{ status: 'issued', connected_at: null, ended_at: null, reason: null },
  })
  assert.is(issued_at, made.connected_at)
  assert.equal([open.device_id, open.expires_at, open.bytes_in], ['phone_1', made.expires_at, 0])
  assert.equal((await caller.get(path)).body.session_id, made.session_id)
  const { caller: other } = await newUser(admin)
  const unknown = await admin.get('/vpn/sessions/vps_1')
  for (const answer of [await other.get(path), await (await service.newClient()).get(path), unknown])
    assert.equal([answer.status, answer.body.error_code], [404, 'NOT_FOUND'])
  await admin.post(`${path}/revoke`)
  const { body: over } = await admin.get(path)
  assert.equal([over.status, over.open, over.ended_at !== null], ['revoked', null, true], 'at once, after its end')
})

test('the history shows each session once, newest first, page by page', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const ids: string[] = []
  for (let n = 0; n < 3; n += 1) {
    const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
    ids.unshift(body.session_id)
    await caller.post('/vpn/disconnect', { session_id: body.session_id })
  }
  const { body: all } = await until(
    () => caller.get('/vpn/sessions/history'),
    ({ body }) => body.data.filter(({ status }: { status: string }) => status === 'disconnected').length === 3,
  )
  const idsOf = (data: { session_id: string }[]) => data.map(({ session_id }) => session_id)
  assert.equal(idsOf(all.data), ids)
  assert.is(all.data[0].user_id, user_id)
  const { body: page } = await caller.get('/vpn/sessions/history?limit=2')
  assert.equal([idsOf(page.data), page.pagination.has_more], [ids.slice(0, 2), true])
  const { body: rest } = await caller.get(`/vpn/sessions/history?limit=2&cursor=${page.pagination.next_cursor}`)
  assert.equal([idsOf(rest.data), rest.pagination.has_more], [ids.slice(2), false])
  const { body: theirs } = await admin.get(`/vpn/sessions/history?cursor=${page.pagination.next_cursor}`)
  assert.is(theirs.details.field, 'cursor')
})

test('open sessions come page by page', async () => {
  const server_id = await newServer(admin)
  const stranger = await service.newClient()
  const ids: string[] = []
  for (const user_id of ['u_1', 'u_2', 'u_3'])
    ids.push((await stranger.post('/vpn/connect', connectOf(user_id, server_id))).body.session_id)
  const { body: page } = await stranger.get('/vpn/sessions?limit=2')
  assert.equal([page.data.length, page.has_more], [2, true])
  const { body: rest } = await stranger.get(`/vpn/sessions?limit=2&after=${page.data[1].session_id}`)
  assert.equal([rest.data.length, rest.has_more], [1, false])
  const seen = [...page.data, ...rest.data].map(({ session_id }: { session_id: string }) => session_id)
  assert.equal(seen.sort(), ids.sort())
})

test.run()
