import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { devices } from '#domain/vpn/devices/decider.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { start } from '#main.ts'
import { leaseProcess } from '#modules/vpn/lease-process.ts'
import type { JobOutcome } from '#reactions/job-runner.ts'
import type { ClaimedJob } from '#reactions/job-store.ts'
import { readServiceConfig } from '#service-config.ts'
import { createVpnService } from '#services/vpn/vpn-service.ts'
import { patiently, until } from '../../harness/client.ts'
import { testLog } from '../../harness/log.ts'
import { logInUnlimited, sharedKeys, testEnvironment } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { runningStores } from '../../projector/running-stores.ts'
import { connectOf, endLease, newServer } from './vpn-samples.ts'

/**
 * Two processes that sweep the same leases: one was taken for dead, or both look at once. Each session ends once, and
 * gives its slot back once.
 */
const test = suite('two processes that sweep')
const stores = await runningStores()
const environment = testEnvironment({
  ...stores.urls,
  ...sharedKeys(),
})
const instances = [
  await start(readServiceConfig(environment), { log: testLog() }),
  await start(readServiceConfig(environment), { log: testLog() }),
]
test.after(async () => {
  for (const instance of instances.toReversed()) await instance.stop()
  await stores.stop()
})
const admin = await logInUnlimited(instances[0]!.url)
const { client_id } = (await admin.get('/api/auth/me')).body
const [one, other] = instances.map(({ service }) => createVpnService(service)) as [Vpn, Vpn]
const { db, execute, store } = one
type Vpn = ReturnType<typeof createVpnService>
type Session = { session_id: string; user_id: string; server_id: number; id: string }

const sessionsOn = (server_ids: number[], count: number): Promise<Session[]> =>
  Promise.all(
    Array.from({ length: count }, async (_, n) => {
      const [user_id, server_id] = [`user_${randomUUID()}`, server_ids[n % server_ids.length]!]
      const { body } = await admin.post('/vpn/connect', connectOf(user_id, server_id))
      return { session_id: body.session_id, user_id, server_id, id: devices.id(client_id, user_id) }
    }),
  )
const claimOf = ({ session_id, id }: Session): ClaimedJob => ({
  ...{ id: session_id, stream: devices.stream(id), correlation_id: 'req', causation_id: randomUUID() },
  ...{ generation: 0, fence: 1, attempts: 0, failures: 0, armed_for_ms: 0, clock: () => new Date() },
})
/**
 * Who looks while another one does may have to look again, and who writes beside another one on a busy machine to try
 * again, as reactors do.
 */
async function sweptBy(vpn: Vpn, sessions: Session[]): Promise<JobOutcome[]> {
  const sweep = leaseProcess.handler(vpn)
  return Promise.all(
    sessions.map(async session => {
      const look = () => patiently(() => sweep(claimOf(session)))
      const outcome = await look()
      return 'inMs' in outcome && outcome.inMs === 1 ? look() : outcome
    }),
  )
}
/** The lease ends; the reactors of both processes are to look two minutes later. */
const endUnseen = ({ session_id }: Session) =>
  db.query(sql.unsafe`
    update ops.vpn_leases set lease_until = clock_timestamp() - interval '1 second' where session_id = ${session_id}`)
const heldBy = async (server_id: number) => {
  const { state } = await execute.load(servers, servers.id(server_id))
  return state.status === 'absent' ? [] : [...state.held.keys()].sort()
}
const namesOf = async (stream: string) => {
  const events = await store.read(stream)
  assert.is(firstBrokenLink(events), null, stream)
  return events.map(({ type, data }) => ('session_id' in data ? `${type} ${data.session_id}` : type))
}

/** Each session ended once in its user's stream, and its slot was given back once. */
async function mustHaveEndedOnce(sessions: Session[]): Promise<void> {
  for (const { session_id, id } of sessions)
    assert.equal(
      (await namesOf(devices.stream(id))).filter(name => name.endsWith(session_id)),
      [`VpnSessionIssued ${session_id}`, `VpnSessionExpired ${session_id}`],
    )
  for (const [server_id, of] of Map.groupBy(sessions, session => session.server_id)) {
    const given = (await namesOf(servers.stream(servers.id(server_id)))).filter(name => name.startsWith('VpnSlotGiven'))
    assert.equal(given.sort(), of.map(({ session_id }) => `VpnSlotGivenBack ${session_id}`).sort())
  }
}

test('at the same moment: each of 40 sessions ends once', async () => {
  const server_ids = [await newServer(admin), await newServer(admin)]
  const sessions = await sessionsOn(server_ids, 40)
  await Promise.all(sessions.map(endUnseen))
  const outcomes = await Promise.all([one, other].map(vpn => sweptBy(vpn, sessions)))
  assert.equal(outcomes.flat(), Array(80).fill({ inMs: 90_000, attempts: 1 }))
  await mustHaveEndedOnce(sessions)
  for (const server_id of server_ids) assert.equal(await heldBy(server_id), [])
})

test('one stood still behind its checkExpiry, until the other had done all and the users had come back: they keep what they have', async () => {
  const server_id = await newServer(admin)
  const sessions = await sessionsOn([server_id], 20)
  await Promise.all(sessions.map(endUnseen))
  const [awake, looked] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  let looks = 0
  const checkExpiry: Vpn['leases']['checkExpiry'] = async session_id => {
    const found = await one.leases.checkExpiry(session_id)
    looks += 1
    if (looks === sessions.length) looked.resolve()
    await awake.promise
    return found
  }
  const frozen = leaseProcess.handler({ ...one, leases: { ...one.leases, checkExpiry } })
  const late = Promise.all(sessions.map(session => frozen(claimOf(session))))
  await looked.promise
  const sweep = leaseProcess.handler(other)
  await Promise.all(sessions.map(session => sweep(claimOf(session))))
  assert.equal(await heldBy(server_id), [])
  const back = await Promise.all(
    sessions.map(({ user_id }) => admin.post('/vpn/connect', connectOf(user_id, server_id))),
  )
  awake.resolve()
  assert.equal(await late, Array(20).fill({ inMs: 90_000, attempts: 1 }))
  await mustHaveEndedOnce(sessions)
  assert.equal(await heldBy(server_id), back.map(({ body }) => body.session_id).sort())
  for (const { id } of sessions) assert.is(liveSessions((await execute.load(devices, id)).state).length, 1)
})

test('each by its own reactor: of 60 sessions that end together none ends twice, and none is left', async () => {
  const server_ids = [await newServer(admin), await newServer(admin), await newServer(admin)]
  const sessions = await sessionsOn(server_ids, 60)
  // The rows of due work are there once the log was followed, and gone once a session was looked at a second time.
  for (const { session_id } of sessions) await endLease({ db }, session_id)
  await until(
    () => Promise.all(server_ids.map(heldBy)),
    held => held.flat().length === 0,
    60_000,
  )
  await mustHaveEndedOnce(sessions)
})

test.run()
