import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { devices } from '#domain/vpn/devices/decider.ts'
import { liveSessions } from '#domain/vpn/devices/state.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import { type Client, until } from '../../harness/client.ts'
import { depth } from '../../harness/depth.ts'
import { killableService, type OpenStores } from '../../harness/killable-service.ts'
import { logInUnlimited } from '../../harness/service.ts'
import { suite } from '../../harness/suite.ts'
import { connectOf, newServer } from './vpn-samples.ts'

/** The whole service is killed while devices connect and disconnect. DEPTH=full is the whole run. */
const test = suite('VPN sessions under kills')
const KILLS = depth(2, 20)
const WORKERS = 32
/** Of two slots each: nearly as many as the servers have. */
const USERS = 40
const SERVERS = 4
const CAPACITY = 15
/** So many connects and disconnects were answered by then: a busy machine takes its time for them. */
const KILLED_AFTER = [40, 90, 160]
const LEFT_MS_MAX = 60_000
/** Within its first lease a session that nobody ends is there. */
const LEASED_MS = 100_000
/** Stores that were killed in the middle of it open their files first, on a busy machine. */
const BACK_MS_MAX = 180_000

const service = killableService()

/** What was answered: the sessions that were handed out, on which server, and those that somebody asked to end. */
type Answered = {
  handedOut: Map<string, { server_id: number; since: number }>
  asked: Set<string>
  connects: number
  disconnects: number
}

/** Once the service has its stores again. */
async function loggedIn(url: string): Promise<Client> {
  const client = await until(
    () => logInUnlimited(url).catch(() => null),
    isIn => isIn !== null,
    BACK_MS_MAX,
  )
  return client!
}

/** Connects and disconnects, a few more than there is room for, until the process is gone. */
async function useAll(client: Client, server_ids: number[], answered: Answered, onAnswer: () => void): Promise<void> {
  const worker = async (n: number) => {
    for (let round = 0; ; round += 1) {
      const [user, server_id] = [`user_${(7 * n + round) % USERS}`, server_ids[(n + round) % SERVERS]!]
      const { status, body } = await client.post('/vpn/connect', connectOf(user, server_id, `dev_${n}`))
      if (status === 200) {
        answered.handedOut.set(body.session_id, { server_id, since: performance.now() })
        answered.connects += 1
        onAnswer()
      }
      const session_id = status === 200 ? body.session_id : body.details?.session_id
      if (session_id === undefined || round % 4 === 0) continue
      answered.asked.add(session_id)
      const ended = await client.post('/vpn/disconnect', { session_id })
      if (ended.status !== 200) continue
      answered.disconnects += 1
      onAnswer()
    }
  }
  await Promise.all(Array.from({ length: WORKERS }, (_, n) => worker(n).catch(() => undefined)))
}

const usersOf = (client_id: string) => Array.from({ length: USERS }, (_, n) => devices.id(client_id, `user_${n}`))

/** Of all users and servers, as their streams say. */
async function heldAndLive({ execute }: OpenStores, client_id: string, server_ids: number[]) {
  const held = new Map<string, number>()
  for (const server_id of server_ids) {
    const { state } = await execute.load(servers, servers.id(server_id))
    assert.is(state.status, 'online')
    if (state.status === 'online') for (const session_id of state.held.keys()) held.set(session_id, server_id)
  }
  const users = await Promise.all(usersOf(client_id).map(id => execute.load(devices, id)))
  return { held, live: new Set(users.flatMap(({ state }) => liveSessions(state).map(one => one.session_id))) }
}

const ListedRow = z.object({ session_id: z.string(), server_id: z.int() })

/**
 * Sessions that are listed and hold no slot of their server. An end takes a session off the list before it gives the
 * slot back.
 */
async function listedWithoutSlot(stores: OpenStores, client_id: string, server_ids: number[]): Promise<string[]> {
  const { held } = await heldAndLive(stores, client_id, server_ids)
  const listed = await stores.db.any(sql.type(ListedRow)`
    select session_id, server_id from ops.vpn_leases where not is_over and lease_until > clock_timestamp()`)
  return listed.filter(one => held.get(one.session_id) !== one.server_id).map(({ session_id }) => session_id)
}

/** What the streams of its users say of a session, and when. */
async function eventsOfSession({ store }: OpenStores, client_id: string, session_id: string): Promise<string> {
  const all = await Promise.all(usersOf(client_id).map(id => store.read(devices.stream(id))))
  const own = all.flat().filter(event => JSON.stringify(event.data).includes(session_id))
  return own.map(({ type, revision, at }) => `${type} (${revision}, ${at})`).join(', ')
}

/** One lease later: nobody has said that they live. A session that was given none has had its time, too. */
async function passLeases({ db }: OpenStores): Promise<void> {
  await db.query(sql.unsafe`
    update ops.vpn_leases set lease_until = clock_timestamp() - interval '1 second' where not is_over`)
  await db.query(sql.unsafe`
    update ops.due_work set due_at = clock_timestamp(), armed_at = armed_at - interval '150 seconds'
    where queue in ('vpn-lease', 'vpn-slot') and due_at < 'infinity'`)
}

/**
 * At no moment, as the streams tell it, did a user have three sessions or a server more than it has slots for, and
 * every chain holds.
 */
async function mustHaveHeld({ store }: OpenStores, client_id: string, server_ids: number[]) {
  const taken = new Map<string, number>()
  for (const server_id of server_ids) {
    const events = (await store.read(servers.stream(servers.id(server_id)))).map(servers.parse)
    assert.is(firstBrokenLink(events), null, `server ${server_id}`)
    let state = servers.decider.initial
    for (const event of events) {
      state = servers.decider.evolve(state, event)
      if (event.type === 'VpnSlotTaken') taken.set(event.data.session_id, server_id)
      assert.ok(state.status === 'absent' || state.held.size <= CAPACITY, `server ${server_id} at ${event.revision}`)
    }
  }
  for (const id of usersOf(client_id)) {
    const events = (await store.read(devices.stream(id))).map(devices.parse)
    assert.is(firstBrokenLink(events), null, id)
    let state = devices.decider.initial
    for (const event of events) {
      state = devices.decider.evolve(state, event)
      const slots = liveSessions(state).map(({ slot_id }) => slot_id)
      assert.ok(slots.length <= 2 && new Set(slots).size === slots.length, `${id} at ${event.revision}: ${slots}`)
    }
  }
  return { taken }
}

test(`${KILLS} kills: no slot leaks, no session is without one, no user has three, and every chain holds`, async () => {
  const server_ids: number[] = []
  let client_id = ''
  let usedMs = 0
  const all: Answered = { handedOut: new Map(), asked: new Set(), connects: 0, disconnects: 0 }
  try {
    for (let life = 0; life <= KILLS; life += 1) {
      const running = await service.start()
      const client = await loggedIn(running.url)
      if (life === 0) {
        ;({ client_id } = (await client.get('/api/auth/me')).body)
        for (let n = 0; n < SERVERS; n += 1) server_ids.push(await newServer(client, { capacity: CAPACITY }))
      }
      await service.withStores(async stores => {
        assert.equal(await listedWithoutSlot(stores, client_id, server_ids), [], `in life ${life}`)
        const { held, live } = await heldAndLive(stores, client_id, server_ids)
        // Whatever the killed process had answered stands.
        for (const [session_id, { server_id, since }] of all.handedOut)
          if (!all.asked.has(session_id) && performance.now() - since < LEASED_MS)
            assert.equal(
              [live.has(session_id), held.get(session_id)],
              [true, server_id],
              `${session_id} in life ${life}, ${await eventsOfSession(stores, client_id, session_id)}`,
            )
      })
      if (life === KILLS) break
      // What earlier lives left is swept while devices connect, and killed in the middle of it too.
      await service.withStores(passLeases)
      for (const session_id of all.handedOut.keys()) all.asked.add(session_id)
      const { child } = running
      let left = KILLED_AFTER[life % KILLED_AFTER.length]!
      const since = performance.now()
      await useAll(client, server_ids, all, () => {
        left -= 1
        if (left === 0) child.kill('SIGKILL')
      })
      usedMs += performance.now() - since
      await running.gone
    }
    await service.withStores(async stores => {
      const later = async () => {
        await passLeases(stores)
        const { held, live } = await heldAndLive(stores, client_id, server_ids)
        return { held: [...held.keys()], live: [...live] }
      }
      const left = await until(later, ({ held, live }) => held.length + live.length === 0, LEFT_MS_MAX)
      assert.equal(left, { held: [], live: [] })
      const { taken } = await mustHaveHeld(stores, client_id, server_ids)
      for (const [session_id, { server_id }] of all.handedOut) assert.is(taken.get(session_id), server_id, session_id)
    })
    const { connects, disconnects } = all
    assert.ok(connects > KILLS && disconnects > KILLS, `${connects} connects, ${disconnects} disconnects`)
    const perS = Math.round((1_000 * (connects + disconnects)) / usedMs)
    console.log(`\n${KILLS} kills under ${perS} connects and disconnects a second: ${connects} and ${disconnects}`)
  } finally {
    await service.stop()
  }
})

test.run()
