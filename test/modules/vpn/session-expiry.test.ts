import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connect } from '#commands/vpn/connect.ts'
import { clientStreams } from '#domain/auth/clients/events.ts'
import { userStreams } from '#domain/auth/users/events.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { StoreUnavailable, WrongRevision } from '#event-sourcing/store-errors.ts'
import { leaseProcess } from '#modules/vpn/lease-process.ts'
import { startMaintenance } from '#modules/vpn/maintenance.ts'
import { vpnSubscriptions } from '#modules/vpn/processes.ts'
import { revocationProcess } from '#modules/vpn/revocation-process.ts'
import { slotIdOf, slotProcess } from '#modules/vpn/slot-process.ts'
import { type ClaimedJob, scheduleJobs } from '#reactions/job-store.ts'
import { jobPartsOf, reactionsOf } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import { LEASE_QUEUE } from '#services/vpn/leases.ts'
import { createSlots } from '#services/vpn/slots.ts'
import { createVpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'
import { type Client, until } from '../../harness/client.ts'
import { startTestService } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { connectOf, lapse, newServer, newUser } from './vpn-samples.ts'

/**
 * What a process leaves that ended between two of its steps, and who finds it. No reactor runs but the steps that are
 * called here.
 */
const test = suite('what VPN sweeps')
const slots = reactionsOf(vpnSubscriptions).find(({ name }) => name === 'vpn-slots')!
const service = await startTestService({ ROLES: 'api,projector' })
test.after(service.end)
const { admin } = service
const vpn = createVpnService(service.service)
const { db, execute } = vpn
const { client_id } = (await admin.get('/api/auth/me')).body

const claimOf = (id: string, stream: string, attempts = 0, armed_for_ms = 0): ClaimedJob => ({
  ...{ id, stream, correlation_id: 'req', causation_id: randomUUID(), generation: 0, fence: 1, attempts, failures: 0 },
  ...{ armed_for_ms, clock: () => new Date() },
})
const contextAt = (now: Date) => systemContext('test', client_id, { correlation_id: 'req', causation_id: null }, now)
const liveOf = async (id: string) => liveSessions((await execute.load(devices, id)).state).length
const heldBy = async (server_id: number) => {
  const { state } = await execute.load(servers, servers.id(server_id))
  return state.status === 'absent' ? [] : [...state.held.keys()]
}

/** A session that was issued so long ago, by a process that did nothing more. */
async function issued(server_id: number, agoS: number, user_id = `user_${randomUUID()}`) {
  const session_id = `vps_${randomUUID()}`
  const id = devices.id(client_id, user_id)
  const device = { device_id: 'dev', device_type: null, platform: null, app_version: null }
  const session = { client_id, user_id, session_id, server_id, device, expires_at: new Date().toISOString() }
  await execute.run(devices, id, { type: 'issue', session }, contextAt(new Date(Date.now() - agoS * 1_000)))
  return { session_id, id, stream: devices.stream(id) }
}

/** The read models know of it. */
const listed = (caller: Client, session_id: string) =>
  until(
    () => caller.get('/vpn/sessions/history'),
    ({ body }) => body.data.some((one: { session_id: string }) => one.session_id === session_id),
  )

for (const [whose, agoS] of Object.entries({ right: 10, 'two hours behind': 7_200, 'two hours ahead': -7_200 }))
  test(`a session without a lease waits for it as long as one may take, and is over then: issued by a clock that is ${whose}`, async () => {
    const sweep = leaseProcess.handler(vpn)
    const server_id = await newServer(admin)
    const { session_id, id, stream } = await issued(server_id, agoS)
    assert.equal(await sweep(claimOf(session_id, stream, 0, 10_000)), { inMs: 5_000, attempts: 0 })
    assert.is(await liveOf(id), 1)
    assert.equal(await sweep(claimOf(session_id, stream, 0, 15_000)), { inMs: 90_000, attempts: 1 })
    assert.is(await liveOf(id), 0)
    assert.equal(await sweep(claimOf(session_id, stream, 1)), { done: true })
  })

for (const [whose, skewS] of Object.entries({ behind: -7_200, ahead: 7_200 }))
  test(`the first lease goes by the database's clock, also where the process's is two hours ${whose}`, async () => {
    const server_id = await newServer(admin)
    const asked = { ...connectOf(`user_${randomUUID()}`, server_id), sid: '' }
    const { session, lease_until } = await connect(vpn, contextAt(new Date(Date.now() + skewS * 1_000)), asked)
    const { session_id } = session
    const left_s = await db.oneFirst(sql.type(z.object({ left_s: z.number() }))`
      select extract(epoch from lease_until - clock_timestamp())::float8 as left_s from ops.vpn_leases
      where session_id = ${session_id} and date_trunc('milliseconds', lease_until) = ${lease_until}::timestamptz`)
    assert.ok(left_s > 110 && left_s <= 120, `${left_s} s`)
    assert.is((await admin.post('/vpn/heartbeat', { session_id })).status, 200)
  })

test('a user whose last session was of a clock that was ahead gets no longer lease for it', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { session_id, id } = await issued(server_id, -7_200, user_id)
  await execute.run(devices, id, { type: 'disconnect', session_id }, contextAt(new Date()))
  const { body } = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  const leaseS = (Date.parse(body.lease_expires_at) - Date.now()) / 1_000
  assert.ok(leaseS > 110 && leaseS <= 121, `${leaseS} s`)
})

test('a session whose process was killed before it wrote the lease can be ended by its device', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  const { session_id, id } = await issued(server_id, 1, user_id)
  await vpn.slots.take(server_id, { session_id, devices: id })
  const asked = connectOf(user_id, server_id, 'dev')
  const { status, body } = await caller.post('/vpn/connect', asked)
  assert.equal([status, body.error_code, body.details.session_id], [400, 'VPN_006', session_id])
  await listed(caller, session_id)
  const { caller: other } = await newUser(admin)
  assert.is((await other.post('/vpn/disconnect', { session_id })).body.error_code, 'VPN_005')
  assert.is((await caller.post('/vpn/disconnect', { session_id })).status, 200)
  assert.equal([await liveOf(id), await heldBy(server_id)], [0, []])
  const twice = await caller.post('/vpn/disconnect', { session_id })
  assert.equal([twice.status, twice.body.error_code], [404, 'VPN_005'])
  assert.is((await caller.post('/vpn/connect', asked)).status, 200)
})

test('and by whoever acts for all users of the client, and by an administrator, of their own client alone', async () => {
  const server_id = await newServer(admin)
  const stranger = await service.newClient()
  for (const path of ['/vpn/disconnect', '/vpn/sessions/:session_id/revoke']) {
    const { session_id, id } = await issued(server_id, 1)
    await listed(admin, session_id)
    const end = (by: typeof admin) => by.post(path.replace(':session_id', session_id), { session_id })
    assert.is((await end(stranger)).body.error_code, 'VPN_005')
    assert.is((await end(admin)).status, 200)
    assert.is(await liveOf(id), 0)
  }
})

/** Sessions of as many users on one server, whose leases ended. */
async function expired(server_id: number, count: number) {
  const users = Array.from({ length: count }, () => `user_${randomUUID()}`)
  const sessions = await Promise.all(
    users.map(async user_id => {
      const { body } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
      const id = devices.id(client_id, user_id)
      return { session_id: body.session_id as string, user_id, id, claim: claimOf(body.session_id, devices.stream(id)) }
    }),
  )
  for (const { session_id } of sessions) await lapse(service.service, session_id)
  return sessions
}

const SWEPT = { inMs: 90_000, attempts: 1 }

/** Adds so many leases that ended so long ago, of sessions that nobody knows. */
async function leasesOf(count: number, agoS: number): Promise<void> {
  await db.query(sql.unsafe`
    insert into ops.vpn_leases
      (session_id, client_id, user_id, devices, server_id, slot_id, device_id, password_digest, issued_at, expires_at, lease_until)
    select 'vps_' || gen_random_uuid(), 'clt_past', 'user', gen_random_uuid(), 1, 1, 'dev', '', now(), now(),
      clock_timestamp() - ${agoS} * interval '1 second' from generate_series(1, ${count}::int)`)
}
const leasesLeft = () =>
  db.oneFirst(sql.type(z.object({ count: z.int() }))`
    select count(*)::int as count from ops.vpn_leases where client_id = 'clt_past'`)

/** A session whose lease was last renewed by a clock that has been set back by an hour since. */
async function renewedAhead() {
  const server_id = await newServer(admin)
  const { body } = await admin.post('/vpn/connect', connectOf(`user_${randomUUID()}`, server_id))
  const session_id: string = body.session_id
  await db.query(sql.unsafe`
    update ops.vpn_leases set lease_until = lease_until + interval '1 hour', heartbeat_at = clock_timestamp() + interval '1 hour'
    where session_id = ${session_id}`)
  const { devices: id } = (await vpn.leases.findOwner(session_id))!
  return { session_id, id, sweep: () => leaseProcess.handler(vpn)(claimOf(session_id, devices.stream(id))) }
}

test('a session that nobody renews ends in time also where the clock was set back', async () => {
  const { session_id, id, sweep } = await renewedAhead()
  const outcome = await sweep()
  assert.ok('inMs' in outcome && outcome.inMs <= 120_000, JSON.stringify(outcome))
  await lapse(service.service, session_id)
  assert.equal(await sweep(), { inMs: 90_000, attempts: 1 })
  assert.is(await liveOf(id), 0)
})

test('a session that is renewed lives on where the clock was set back, by leases as long as any', async () => {
  const { session_id, sweep } = await renewedAhead()
  const { status, body } = await admin.post('/vpn/heartbeat', { session_id })
  assert.is(status, 200)
  const leaseS = (Date.parse(body.lease_expires_at) - Date.now()) / 1_000
  assert.ok(leaseS > 60 && leaseS <= 91, `${leaseS} s`)
  const outcome = await sweep()
  assert.ok('inMs' in outcome && outcome.attempts === 0 && outcome.inMs > 60_000, JSON.stringify(outcome))
})

test('leases that ended an hour ago are dropped, whoever left them, a batch at a time; younger ones stay', async () => {
  await leasesOf(700, 3_601)
  await leasesOf(3, 3_500)
  assert.equal(await vpn.leases.deleteStale(), { count: 500, isAll: false })
  assert.equal(await vpn.leases.deleteStale(), { count: 200, isAll: true })
  assert.is(await leasesLeft(), 3)
  assert.equal(await vpn.leases.deleteStale(), { count: 0, isAll: true })
})

test('what is told of a session that ended late is told also where its device ends it meanwhile', async () => {
  const server_id = await newServer(admin)
  const [late] = await expired(server_id, 1)
  const { session_id, claim } = late!
  // The sweep has looked, and has not recorded the end yet.
  const run = () => Promise.reject(new Error('not now'))
  const sweep = leaseProcess.handler({ ...vpn, execute: { ...execute, run } })
  assert.is(await sweep(claim).catch(({ message }) => message), 'not now')
  assert.is((await admin.post('/vpn/disconnect', { session_id })).status, 200)
  assert.is((await admin.post('/vpn/heartbeat', { session_id })).body.error_code, 'VPN_007')
})

test('when a slot is free is told by the leases that go on, not by those that ended', async () => {
  const server_id = await newServer(admin)
  const [past] = await expired(server_id, 1)
  const { user_id, claim } = past!
  await leaseProcess.handler(vpn)(claim)
  for (let n = 0; n < 2; n += 1) await admin.post('/vpn/connect', connectOf(user_id, server_id))
  const { status, headers } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
  const waitS = Number(headers.get('retry-after'))
  assert.ok(status === 429 && waitS > 60 && waitS <= 120, `${status}, ${waitS} s`)
})

test('who plays the reactor drops them all by itself', async () => {
  await leasesOf(1_200, 3_601)
  const upkeep = startMaintenance(vpn)
  await until(leasesLeft, left => left === 3)
  await upkeep.stop()
})

test('a session that lost its lease so is swept all the same', async () => {
  const sweep = leaseProcess.handler(vpn)
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const { body } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
  const { session_id } = body
  const id = devices.id(client_id, user_id)
  await db.query(sql.unsafe`
    update ops.vpn_leases set lease_until = clock_timestamp() - interval '2 hours' where session_id = ${session_id}`)
  assert.equal(await vpn.leases.deleteStale(), { count: 1, isAll: true })
  assert.is((await admin.post('/vpn/heartbeat', { session_id })).body.error_code, 'VPN_005')
  assert.equal(await sweep(claimOf(session_id, devices.stream(id), 0, 7_200_000)), { inMs: 90_000, attempts: 1 })
  assert.equal([await liveOf(id), await heldBy(server_id)], [0, []])
})

test('after an outage of hours a lease that is yet to be swept stays, and gives its slot back whatever its user does meanwhile', async () => {
  const server_id = await newServer(admin)
  const [left] = await expired(server_id, 1)
  const { session_id, user_id, claim } = left!
  await lapse(service.service, session_id, 7_200)
  const [first] = await vpn.store.read(claim.stream)
  await scheduleJobs(db, slots.schedule(first!))
  // A process records the end, and is killed before it gives the slot back.
  const giveBack = () => Promise.reject(new Error('killed'))
  const sweep = leaseProcess.handler({ ...vpn, slots: { ...vpn.slots, release: giveBack } })
  assert.is(await sweep(claim).catch(({ message }) => message), 'killed')
  const { body: anew } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
  assert.equal(await vpn.leases.deleteStale(), { count: 0, isAll: true })
  assert.equal(await leaseProcess.handler(vpn)(claim), SWEPT)
  assert.equal(await heldBy(server_id), [anew.session_id])
  // A row that was done with may be there a moment longer, and owes nothing.
  await db.query(sql.unsafe`update ops.due_work set due_at = 'infinity' where id = ${session_id}`)
  assert.equal(await vpn.leases.deleteStale(), { count: 1, isAll: true })
})

test('a live lease is looked at again when it would end, and nothing is recorded for it', async () => {
  const server_id = await newServer(admin)
  const { body } = await admin.post('/vpn/connect', connectOf('user_live', server_id))
  const stream = devices.stream(devices.id(client_id, 'user_live'))
  const outcome = await leaseProcess.handler(vpn)(claimOf(body.session_id, stream))
  // The first one is longer than those that follow, of which the next may begin at once.
  assert.equal(outcome, { inMs: 90_000, attempts: 0 })
  assert.is((await vpn.store.read(stream)).length, 1)
})

test('the sweep and a late heartbeat agree: one of both has its way', async () => {
  const server_id = await newServer(admin)
  for (let round = 0; round < 20; round += 1) {
    const user_id = `user_${randomUUID()}`
    const { body } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
    const { session_id } = body
    await db.query(sql.unsafe`
      update ops.vpn_leases set lease_until = clock_timestamp() + interval '15 milliseconds' where session_id = ${session_id}`)
    await delay(round)
    const id = devices.id(client_id, user_id)
    const [beat] = await Promise.all([
      admin.post('/vpn/heartbeat', { session_id }),
      leaseProcess.handler(vpn)(claimOf(session_id, devices.stream(id))),
    ])
    assert.ok([200, 408].includes(beat.status), JSON.stringify(beat.body))
    const next = await admin.post('/vpn/heartbeat', { session_id })
    const isLive = (await liveOf(id)) === 1
    // What was told alive and is over now would be a tunnel that nobody ends.
    if (!isLive) assert.equal([beat.status, next.status], [408, 408])
    else assert.is(next.status, beat.status)
  }
})

test('a heartbeat that waited for the sweep renews nothing', async () => {
  const server_id = await newServer(admin)
  const { body } = await admin.post('/vpn/connect', connectOf(`user_${randomUUID()}`, server_id))
  const { session_id } = body
  const { answer } = await db.transaction(async tx => {
    await tx.query(sql.unsafe`
      update ops.vpn_leases set is_over = true, lease_until = clock_timestamp() where session_id = ${session_id}`)
    const answer = admin.post('/vpn/heartbeat', { session_id })
    await until(() => tx.exists(sql.unsafe`select 1 from pg_locks where not granted`), Boolean)
    return { answer }
  })
  assert.is((await answer).body.error_code, 'VPN_007')
})

test('who gives a slot back makes room for who asks at the same moment', async () => {
  const server_id = await newServer(admin, { capacity: 1 })
  const [goes, comes] = [1, 2].map(n => ({
    session_id: `vps_${randomUUID()}`,
    devices: devices.id(client_id, `user_${n}`),
  }))
  await vpn.slots.take(server_id, goes!)
  await Promise.all([vpn.slots.take(server_id, comes!), vpn.slots.release(server_id, goes!.session_id)])
  assert.equal(await heldBy(server_id), [comes!.session_id])
})

test('who lost against too many others is told that the server is full, and who met a store that is away that it is', async () => {
  const slot = { session_id: `vps_${randomUUID()}`, devices: devices.id(client_id, 'user_1') }
  const met = async (cause: Error) => {
    const run = () => Promise.reject(new Rejection('SERVICE_UNAVAILABLE', {}, { cause }))
    const slots = createSlots({ now: vpn.now, execute: { ...execute, run } })
    return slots.take(1, slot).then(
      () => 'taken',
      ({ code, details }) => [code, details],
    )
  }
  assert.equal(await met(new WrongRevision('vpnserver-1')), ['VPN_002', { reason: 'too many connect at once' }])
  assert.equal(await met(new StoreUnavailable('appending', null)), ['SERVICE_UNAVAILABLE', {}])
})

test('a slot that was taken is looked at once its session is opened or never will be', async () => {
  const server_id = await newServer(admin)
  const slot = { session_id: `vps_${randomUUID()}`, devices: devices.id(client_id, `user_${randomUUID()}`) }
  await vpn.slots.take(server_id, slot)
  const taken = (await vpn.store.read(servers.stream(servers.id(server_id)))).at(-1)!
  const armed = slots.schedule(taken).map(({ queue, id, dueInMs }) => ({ queue, id, dueInMs }))
  assert.equal(armed, [{ queue: slotProcess.queue, id: slotIdOf({ ...slot, server_id }), dueInMs: 15_000 }])
  await vpn.slots.release(server_id, slot.session_id)
})

test('a slot that was taken for a session that is none is given back', async () => {
  const server_id = await newServer(admin)
  const slot = { session_id: `vps_${randomUUID()}`, devices: devices.id(client_id, `user_${randomUUID()}`) }
  await vpn.slots.take(server_id, slot)
  const stream = servers.stream(servers.id(server_id))
  assert.equal(await heldBy(server_id), [slot.session_id])
  const [, rule] = jobPartsOf(vpnSubscriptions, vpn).overdueRules
  await until(
    async () => {
      const found: { id: string; stream: string }[] = []
      for await (const page of rule!.candidates(db, { olderThanMs: 0, isFull: true })) found.push(...page)
      return found
    },
    found => found.some(({ id }) => id === slotIdOf({ ...slot, server_id })),
  )
  const arming = await rule!.outstanding({ id: slotIdOf({ ...slot, server_id }), stream })
  assert.equal([arming?.queue, arming?.id], [slotProcess.queue, slotIdOf({ ...slot, server_id })])
  assert.equal(await slotProcess.handler(vpn)(claimOf(arming!.id, stream)), { done: true })
  assert.equal(await heldBy(server_id), [])
})

test('a session that nobody looks after is found by the watch, and one that is over is not', async () => {
  const server_id = await newServer(admin)
  const open = await issued(server_id, 300)
  const [rule] = jobPartsOf(vpnSubscriptions, vpn).overdueRules
  const found = await until(
    async () => {
      const all: { id: string; stream: string }[] = []
      for await (const page of rule!.candidates(db, { olderThanMs: 60_000, isFull: true })) all.push(...page)
      return all
    },
    all => all.some(({ id }) => id === open.session_id),
  )
  const candidate = found.find(({ id }) => id === open.session_id)!
  assert.equal(candidate.stream, open.stream)
  const arming = await rule!.outstanding(candidate)
  assert.equal([arming?.queue, arming?.id, arming?.dueInMs], [LEASE_QUEUE, open.session_id, 0])
  await leaseProcess.handler(vpn)(claimOf(open.session_id, open.stream, 0, 120_000))
  assert.is(await rule!.outstanding(candidate), null)
})

/** The look at once, and the later one, for logins that were ended now. */
function looksAt(user_id: string) {
  const stream = userStreams.stream(user_id)
  const id = `${stream} logins_ended ${new Date().toISOString()}`
  return (attempts: number) => revocationProcess.handler(vpn)(claimOf(id, stream, attempts))
}

test('whoever had their logins ended keeps no session of a process whose clock is ahead, and none that was under way', async () => {
  const server_id = await newServer(admin)
  const [ahead, underWay, anew] = await Promise.all([newUser(admin), newUser(admin), newUser(admin)])
  const looks = [ahead, underWay, anew].map(({ user_id }) => looksAt(user_id))
  const early = await issued(server_id, -3, ahead.user_id)
  assert.equal(await looks[0]!(0), { inMs: 10_000, attempts: 1 })
  assert.is(await liveOf(early.id), 0)
  // Each is recorded after the first look; the first of them by a request that began before it.
  for (const look of looks.slice(1)) await look(0)
  const late = await issued(server_id, 1, underWay.user_id)
  const fresh = await issued(server_id, -1, anew.user_id)
  for (const look of looks) assert.equal(await look(1), { done: true })
  assert.equal([await liveOf(late.id), await liveOf(fresh.id)], [0, 1])
})

/** Looks for a client that was disabled so long ago. */
function looksAtClient(of: string, agoS: number) {
  const stream = clientStreams.stream(of)
  const id = `${stream} client_disabled ${new Date(Date.now() - agoS * 1_000).toISOString()}`
  return (attempts: number) => revocationProcess.handler(vpn)(claimOf(id, stream, attempts))
}

test('a client that was let in again since keeps what its users opened then', async () => {
  const server_id = await newServer(admin)
  const stranger = await service.newClient()
  const theirs = (await stranger.get('/api/auth/me')).body.client_id
  await stranger.post('/vpn/connect', connectOf('user_1', server_id))
  const id = devices.id(theirs, 'user_1')
  assert.equal(await looksAtClient(theirs, 60)(1), { done: true })
  assert.is(await liveOf(id), 1)
  assert.equal(await looksAtClient(theirs, -1)(1), { done: true })
  assert.equal([await liveOf(id), await heldBy(server_id)], [0, []])
})

test('a client of more users than a page holds keeps no session', async () => {
  const server_id = await newServer(admin)
  const stranger = await service.newClient()
  const theirs = (await stranger.get('/api/auth/me')).body.client_id
  await stranger.post('/vpn/connect', connectOf('user_1', server_id))
  // Of users who come first, and have no session any more.
  await db.query(sql.unsafe`
    insert into ops.vpn_leases
      (session_id, client_id, user_id, devices, server_id, slot_id, device_id, password_digest, issued_at, expires_at, lease_until)
    select 'vps_before_' || n, ${theirs}, 'user', ('00000000-0000-0000-0000-' || lpad(n::text, 12, '0'))::uuid, 1, 1, 'dev', '',
      now(), now(), now() from generate_series(1, 1000) as n`)
  assert.equal(await looksAtClient(theirs, -1)(1), { done: true })
  assert.equal([await liveOf(devices.id(theirs, 'user_1')), await heldBy(server_id)], [0, []])
})

test('whoever is still disabled keeps no session, whenever it was issued', async () => {
  const server_id = await newServer(admin)
  const { user_id } = await newUser(admin)
  const look = looksAt(user_id)
  const { id } = await issued(server_id, -60, user_id)
  await admin.send('PATCH', `/admin/users/${user_id}`, { status: 'disabled' })
  await look(1)
  assert.is(await liveOf(id), 0)
})

test('the slot of a session that expired, by a process that did nothing more, is given back', async () => {
  const server_id = await newServer(admin)
  const { session_id, id, stream } = await issued(server_id, 200)
  await vpn.slots.take(server_id, { session_id, devices: id })
  await execute.run(devices, id, { type: 'expire', session_id }, contextAt(new Date()))
  assert.equal(await slotProcess.handler(vpn)(claimOf(slotIdOf({ session_id, server_id, devices: id }), stream)), {
    done: true,
  })
  assert.equal(await heldBy(server_id), [])
})

test('a session that expired before its process opened a lease, and was killed, is not listed without its slot', async () => {
  const server_id = await newServer(admin)
  const { session_id, id, stream } = await issued(server_id, 15)
  assert.equal(await leaseProcess.handler(vpn)(claimOf(session_id, stream, 0, 15_000)), { inMs: 90_000, attempts: 1 })
  await vpn.slots.take(server_id, { session_id, devices: id })
  const [issued_at, expires_at] = [0, 3_600_000].map(ms => new Date(Date.now() + ms).toISOString()) as [string, string]
  await vpn.leases.open({
    ...{ session_id, client_id, user_id: 'user_1', devices: id, server_id, slot_id: 1, device_id: 'dev' },
    ...{ password_digest: 'digest', issued_at, expires_at },
  })
  assert.not.equal(await vpn.leases.findCredential(server_id, session_id), null)
  const slot = slotIdOf({ session_id, server_id, devices: id })
  assert.equal(await slotProcess.handler(vpn)(claimOf(slot, stream)), { done: true })
  assert.equal([await heldBy(server_id), await vpn.leases.findCredential(server_id, session_id)], [[], null])
})

test('sessions of one server that are over at the same time give their slots back in one append', async () => {
  const [one, other] = [await newServer(admin), await newServer(admin)]
  const sessions = [...(await expired(one, 5)), ...(await expired(other, 2))]
  const sweep = leaseProcess.handler(vpn)
  assert.equal(await Promise.all(sessions.map(({ claim }) => sweep(claim))), Array(7).fill(SWEPT))
  assert.equal(await Promise.all(sessions.map(({ id }) => liveOf(id))), Array(7).fill(0))
  for (const [server_id, count] of [
    [one, 5],
    [other, 2],
  ] as const) {
    assert.equal(await heldBy(server_id), [])
    const given = (await vpn.store.read(servers.stream(servers.id(server_id)))).filter(
      ({ type }) => type === 'VpnSlotGivenBack',
    )
    assert.is(given.length, count)
    assert.is(new Set(given.map(({ metadata }) => metadata.request_id)).size, 1)
  }
})

test('one that can’t be ended keeps the others from nothing', async () => {
  const server_id = await newServer(admin)
  const sessions = await expired(server_id, 4)
  const [bad] = sessions
  const run: typeof execute.run = (family, id, ...rest) =>
    id === bad!.id ? Promise.reject(new Error('not now')) : execute.run(family, id, ...rest)
  const sweep = leaseProcess.handler({ ...vpn, execute: { ...execute, run } })
  const outcomes = await Promise.allSettled(sessions.map(({ claim }) => sweep(claim)))
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'fulfilled', 'fulfilled', 'fulfilled'],
  )
  assert.equal(await heldBy(server_id), [bad!.session_id])
  assert.equal(await leaseProcess.handler(vpn)(bad!.claim), SWEPT)
  assert.equal([await liveOf(bad!.id), await heldBy(server_id)], [0, []])
})

test('slots of one server that can’t be given back keep those of others from nothing', async () => {
  const [bad, good] = [await newServer(admin), await newServer(admin)]
  const sessions = [...(await expired(bad, 2)), ...(await expired(good, 2))]
  const giveBack: typeof vpn.slots.release = (server_id, ...ids) =>
    server_id === bad ? Promise.reject(new Error('not now')) : vpn.slots.release(server_id, ...ids)
  const sweep = leaseProcess.handler({ ...vpn, slots: { ...vpn.slots, release: giveBack } })
  const outcomes = await Promise.allSettled(sessions.map(({ claim }) => sweep(claim)))
  assert.equal(
    outcomes.map(({ status }) => status),
    ['rejected', 'rejected', 'fulfilled', 'fulfilled'],
  )
  assert.equal([(await heldBy(bad)).length, await heldBy(good)], [2, []])
})

test('a slot that could not be given back is owed by the row of the lease, and by nobody else', async () => {
  const server_id = await newServer(admin)
  const sessions = await expired(server_id, 2)
  const giveBack = () => Promise.reject(new Error('not now'))
  const sweep = leaseProcess.handler({ ...vpn, slots: { ...vpn.slots, release: giveBack } })
  const outcomes = await Promise.allSettled(sessions.map(({ claim }) => sweep(claim)))
  assert.ok(outcomes.every(({ status }) => status === 'rejected'))
  assert.is((await heldBy(server_id)).length, 2)
  for (const { id, claim } of sessions) {
    const ended = (await vpn.store.read(devices.stream(id))).at(-1)!
    assert.is(ended.type, 'VpnSessionExpired')
    assert.equal(slots.schedule(ended), [])
    assert.equal(await leaseProcess.handler(vpn)(claim), SWEPT)
  }
  assert.equal(await heldBy(server_id), [])
})

test('so is that of a session without a lease, which expired by a process that did nothing more', async () => {
  const server_id = await newServer(admin)
  const { session_id, id, stream } = await issued(server_id, 200)
  await vpn.slots.take(server_id, { session_id, devices: id })
  await execute.run(devices, id, { type: 'expire', session_id }, contextAt(new Date()))
  assert.equal(await leaseProcess.handler(vpn)(claimOf(session_id, stream)), SWEPT)
  assert.equal(await heldBy(server_id), [])
})

/** A step of a connect at which its process was killed. */
const never = () => new Promise<never>(() => undefined)
async function killedAt(step: Partial<typeof vpn>, user_id: string, server_id: number): Promise<string> {
  const of = { ...vpn, ...step }
  void connect(of, contextAt(new Date()), { ...connectOf(user_id, server_id), sid: '' })
  const id = devices.id(client_id, user_id)
  const { state } = await until(
    () => execute.load(devices, id),
    loaded => liveSessions(loaded.state).length === 1,
  )
  return liveSessions(state)[0]!.session_id
}
const listedNow = async (user_id: string) => (await admin.get(`/vpn/sessions?user_id=${user_id}`)).body.data.length

test('a connect that is killed before it has a slot of the server lists no session', async () => {
  const server_id = await newServer(admin)
  const user_id = `user_${randomUUID()}`
  const session_id = await killedAt({ slots: { ...vpn.slots, take: never } }, user_id, server_id)
  await delay(50)
  assert.equal([await listedNow(user_id), await heldBy(server_id)], [0, []])
  const id = devices.id(client_id, user_id)
  const sweep = leaseProcess.handler(vpn)
  assert.equal(await sweep(claimOf(session_id, devices.stream(id), 0, 15_000)), SWEPT)
  assert.is(await liveOf(id), 0)
})

test('a slot whose session was never opened is free at its next check', async () => {
  const server_id = await newServer(admin, { capacity: 1 })
  const user_id = `user_${randomUUID()}`
  const session_id = await killedAt({ leases: { ...vpn.leases, open: never } }, user_id, server_id)
  await until(
    () => heldBy(server_id),
    held => held.length === 1,
  )
  assert.is(await listedNow(user_id), 0)
  const stream = devices.stream(devices.id(client_id, user_id))
  const [issuedEvent] = await vpn.store.read(stream)
  const [arming] = slots.schedule(issuedEvent!)
  assert.equal(arming && [arming.queue, arming.id, arming.dueInMs], [LEASE_QUEUE, session_id, 15_000])
  assert.equal(await leaseProcess.handler(vpn)(claimOf(session_id, stream, 0, 15_000)), SWEPT)
  assert.equal(await heldBy(server_id), [])
  assert.is((await admin.post('/vpn/connect', connectOf(user_id, server_id))).status, 200)
})

test('a device whose lease ended connects at once, and so does another one of its user on a server that was full by it', async () => {
  const server_id = await newServer(admin, { capacity: 1 })
  const { user_id, caller } = await newUser(admin)
  const device = connectOf(user_id, server_id)
  const { body: first } = await caller.post('/vpn/connect', device)
  await caller.post('/vpn/heartbeat', { session_id: first.session_id })
  await lapse(service.service, first.session_id)
  const { status, body: second } = await caller.post('/vpn/connect', device)
  assert.equal([status, second.slot_id], [200, 1], JSON.stringify(second))
  assert.equal(await heldBy(server_id), [second.session_id])
  assert.is((await caller.post('/vpn/heartbeat', { session_id: first.session_id })).body.error_code, 'VPN_007')
  const events = await vpn.store.read(devices.stream(devices.id(client_id, user_id)))
  const ended = events.find(({ type }) => type === 'VpnSessionExpired')!
  assert.equal([ended.metadata.actor.role, ended.metadata.actor.sub], ['system', 'vpn-slots'])

  await lapse(service.service, second.session_id)
  const other = await caller.post('/vpn/connect', connectOf(user_id, server_id))
  assert.is(other.status, 200, JSON.stringify(other.body))
  assert.equal(await heldBy(server_id), [other.body.session_id])
  // A lease that goes on is nobody else's to end, and those of another user wait for their sweep.
  assert.is((await caller.post('/vpn/connect', connectOf(user_id, server_id))).body.error_code, 'VPN_002')
  await lapse(service.service, other.body.session_id)
  assert.is((await admin.post('/vpn/connect', connectOf('user_else', server_id))).body.error_code, 'VPN_002')
})

test('of many that connect at once after leases ended two get in, and no slot of before is left', async () => {
  const server_id = await newServer(admin)
  const { user_id, caller } = await newUser(admin)
  for (let round = 0; round < 5; round += 1) {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => caller.post('/vpn/connect', connectOf(user_id, server_id))),
    )
    const got = answers.filter(({ status }) => status === 200).map(({ body }) => body.session_id)
    assert.is(got.length, 2, JSON.stringify(answers.map(({ body }) => body.error_code)))
    await until(
      () => heldBy(server_id),
      held => held.toSorted().join() === got.toSorted().join(),
    )
    assert.is(await liveOf(devices.id(client_id, user_id)), 2)
    for (const session_id of got) await lapse(service.service, session_id)
  }
})

test('a slot of a live session stays taken', async () => {
  const server_id = await newServer(admin)
  const { body } = await admin.post('/vpn/connect', connectOf('user_slot', server_id))
  const id = slotIdOf({ session_id: body.session_id, server_id, devices: devices.id(client_id, 'user_slot') })
  assert.equal(await slotProcess.handler(vpn)(claimOf(id, servers.stream(servers.id(server_id)))), { done: true })
  assert.equal(await heldBy(server_id), [body.session_id])
})

test.run()
