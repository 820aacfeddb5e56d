import { setTimeout as delay } from 'node:timers/promises'
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { deliveryMigrations } from '#delivery/migrations.ts'
import { ENQUEUER, ENQUEUER_VERSION } from '#delivery/queue.ts'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { isReadable } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { historyOf } from '#projections/audit/history.ts'
import { refundHistoryView } from '#projections/refunds/history-view.ts'
import { startProjector } from '#projector/projector.ts'
import { readCheckpoint } from '#subscription/checkpoint.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { type LogSubscriptionOptions, startLogSubscription } from '#subscription/log-subscription.ts'
import { parkEvents } from '#subscription/parked-events.ts'
import { PoisonEvent } from '#subscription/poison-event.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { depth } from '../harness/depth.ts'
import { testLog } from '../harness/log.ts'
import { silentLine } from '../harness/silent-line.ts'
import { standstill } from '../harness/standstill.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, readLog } from '../projector/refund-histories.ts'
import { runningStores } from '../projector/running-stores.ts'
import { eventually } from '../projector/table-contents.ts'

const test = suite('a subscription to the log')
const stores = await runningStores()
const { db, store } = stores
await db.query(
  sql.unsafe`create table taken (follower text, stream text, revision int, primary key (follower, stream, revision))`,
)

test.after(() => stores.stop())

const play = (seed: number, refunds: number) =>
  playHistories(store, { seed, refunds, clients: 2, users: 5, daysMax: 9 })

/** Writes a row per event in the transaction that moves its checkpoint. */
function taking(name: string, more: Partial<LogSubscriptionOptions> = {}): LogSubscriptionOptions {
  return {
    name,
    prefixes: ['refund-'],
    from: 'start',
    restoreAdvice: '',
    handle: ({ events, position }, place) =>
      place.commit(events, position, async tx => {
        for (const { stream, revision } of events)
          await tx.query(sql.unsafe`insert into taken values (${name}, ${stream}, ${revision})`)
      }),
    ...more,
  }
}

const taken = (follower: string) =>
  db.oneFirst(
    sql.type(z.object({ count: z.number() }))`select count(*) as count from taken where follower = ${follower}`,
  )

test('takes every event once, from the start, and goes on where it was', async () => {
  await play(1, 20)
  const first = startLogSubscription(stores.deps(), taking('whole', { batchMax: 7 }))
  await eventually('live', () => first.health().state === 'live')
  await first.stop()
  await play(2, 20)
  const second = startLogSubscription(stores.deps(), taking('whole', { batchMax: 7 }))
  await eventually('live', () => second.health().state === 'live')
  assert.is(await taken('whole'), (await readLog(store, 'refund-')).length)
  assert.ok(second.health().ok)
  await second.stop()
})

test('is live once it has taken what there was, also when something comes all the time', async () => {
  let isOver = false
  const coming = (async () => {
    for (let seed = 200; !isOver; seed += 1) {
      await play(seed, 1)
      await delay(20)
    }
  })()
  const follower = startLogSubscription(stores.deps(), taking('busy', { batchDelayMs: 300 }))
  await eventually('live', () => follower.health().state === 'live').finally(() => (isOver = true))
  await coming
  await follower.stop()
})

test('takes every event once also when a connection brings again what it brought before', async () => {
  const again: typeof store = {
    ...store,
    subscribe(subscription) {
      type Batch = Parameters<typeof subscription.handle>[0]
      let first: Batch | undefined
      let before: Batch['events'] = []
      return store.subscribe({
        ...subscription,
        async handle({ events, position }) {
          if (first !== undefined) await subscription.handle(first)
          first ??= { events, position }
          await subscription.handle({ events: [...before, ...events], position })
          before = events
        },
      })
    },
  }
  const follower = startLogSubscription({ ...stores.deps(), store: again }, taking('again', { batchMax: 7 }))
  await eventually('live', () => follower.health().state === 'live')
  assert.is(await taken('again'), (await readLog(store, 'refund-')).length)
  assert.ok(!stores.logged.some(line => line.subscription === 'again'), 'without an interruption')
  await follower.stop()
})

test('that begins at the end takes nothing from before, and stores its position in the same transaction', async () => {
  const end = await store.end()
  const told: unknown[] = []
  const follower = startLogSubscription(
    stores.deps(),
    taking('new', {
      from: 'end',
      async onFirstCheckpoint(tx, position) {
        told.push(position, (await readCheckpoint(tx, 'new'))?.position)
      },
    }),
  )
  await eventually('live', () => follower.health().state === 'live')
  assert.equal(told, [end, end])
  const before = (await readLog(store, 'refund-')).length
  await play(3, 5)
  const log = await readLog(store, 'refund-')
  await eventually('what came then is taken', async () => (await taken('new')) === log.length - before)
  await follower.stop()
})

test('that began at an event of others goes on when the store has cleared that one away', async () => {
  const client = EventStoreDBClient.connectionString(stores.urls.EVENTSTORE_URL)
  await client.appendToStream('other-1', [jsonEvent({ type: 'Other', data: {} })])
  await client.dispose()
  const scavenged: typeof store = { ...store, at: async () => null }
  const begun = startLogSubscription(stores.deps(), taking('behind others', { from: 'end' }))
  await eventually('live', () => begun.health().state === 'live')
  await begun.stop()
  const again = startLogSubscription({ ...stores.deps(), store: scavenged }, taking('behind others', { from: 'end' }))
  await eventually('live again', () => again.health().state === 'live')
  await again.stop()
})

/** Ends the session by which a process leads; its other connections go on. */
const endSession = (leading: string) =>
  db.query(sql.unsafe`
    select pg_terminate_backend(k.pid) from pg_locks k join ops.leaders l on l.holder = k.objid
    where k.locktype = 'advisory' and k.granted and l.name = ${leading}`)

test('is not live while its process has no session to lead by', async () => {
  const narrow = await connectPostgres(stores.urls.DATABASE_URL, { poolMax: 2 })
  const leaders = createLeaderElection(narrow, testLog())
  const follower = startLogSubscription({ ...stores.deps(), leaders }, taking('without a session'))
  await eventually('live', () => follower.health().state === 'live')
  const held = Promise.withResolvers<void>()
  // One takes the connection that is left, the other the next one.
  const holding = [1, 2].map(() => narrow.connect(() => held.promise))
  await endSession('without a session')
  await eventually('not in order', () => !follower.health().ok)
  held.resolve()
  await Promise.allSettled(holding)
  await eventually('live again', () => follower.health().state === 'live')
  await follower.stop()
  await leaders.stop()
  await narrow.end()
})

test('that stands by is unhealthy while there is no leader and its process has no session to lead with', async () => {
  const name = 'stood by without a session'
  const leading = startLogSubscription(stores.deps(), taking(name))
  await eventually('live', () => leading.health().state === 'live')
  const narrow = await connectPostgres(stores.urls.DATABASE_URL, { poolMax: 2 })
  const leaders = createLeaderElection(narrow, testLog())
  const follower = startLogSubscription({ ...stores.deps(), leaders }, taking(name))
  await eventually('standing by', () => follower.health().state === 'standby')
  const over = Promise.withResolvers<void>()
  const beside = leaders.runAsLeader(`beside ${name}`, new AbortController().signal, () => over.promise)
  await eventually('its session leads', () =>
    db.exists(sql.unsafe`select 1 from ops.leaders where name = ${`beside ${name}`}`),
  )
  const held = Promise.withResolvers<void>()
  const holding = [1, 2].map(() => narrow.connect(() => held.promise))
  await endSession(`beside ${name}`)
  await leading.stop()
  await eventually('not in order', () => !follower.health().ok)
  held.resolve()
  over.resolve()
  await Promise.allSettled([...holding, beside])
  await eventually('live', () => follower.health().state === 'live')
  await follower.stop()
  await leaders.stop()
  await narrow.end()
})

test('that begins after another process leaves the position where that one is', async () => {
  const late = Promise.withResolvers<void>()
  const isLate = Promise.withResolvers<void>()
  /** Comes late to what it stores first, when its session is gone and another process follows. */
  const slow = new Proxy(db, {
    get: (of, name) =>
      name === 'transaction'
        ? (work: Parameters<Database['transaction']>[0]) =>
            db.transaction(tx =>
              work(
                new Proxy(tx, {
                  get: (of, name) =>
                    name === 'query'
                      ? async (query: Parameters<typeof tx.query>[0]) => {
                          if (query.sql.includes('insert into ops.checkpoints')) {
                            isLate.resolve()
                            await late.promise
                          }
                          return tx.query(query)
                        }
                      : Reflect.get(of, name),
                }),
              ),
            )
        : Reflect.get(of, name),
  })
  const [leaders, heirs] = [createLeaderElection(db, testLog()), createLeaderElection(db, testLog())]
  const first = startLogSubscription({ ...stores.deps(), db: slow, leaders }, taking('begun twice'))
  await isLate.promise
  const second = startLogSubscription({ ...stores.deps(), leaders: heirs }, taking('begun twice'))
  await endSession('begun twice')
  await eventually('the other follows', () => second.health().state === 'live')
  late.resolve()
  await play(6, 1)
  const log = (await readLog(store, 'refund-')).length
  await eventually('what came then is taken', async () => (await taken('begun twice')) === log)
  await first.stop()
  assert.ok(second.health().ok)
  assert.ok(!stores.logged.some(line => JSON.stringify(line).includes('duplicate key')))
  await second.stop()
  await Promise.all([leaders.stop(), heirs.stop()])
})

test('that lost its lease before it begins stores no first position, and begins where the log ends when it leads again', async () => {
  const ends: unknown[] = []
  const begun: unknown[] = []
  const losing: typeof store = {
    ...store,
    async end() {
      const end = await store.end()
      ends.push(end)
      if (ends.length > 1) return end
      await db.query(sql.unsafe`update ops.leaders set holder = -1 where name = 'beaten'`)
      await play(7, 1)
      return end
    },
  }
  const options = taking('beaten', {
    from: 'end',
    async onFirstCheckpoint(_tx, position) {
      begun.push(position)
    },
  })
  const follower = startLogSubscription({ ...stores.deps(), store: losing }, options)
  await eventually('live', () => follower.health().state === 'live')
  assert.equal(begun, [ends[1]])
  assert.not.equal(ends[1], ends[0])
  await follower.stop()
})

/** Two questions, each of which is waited for as long as they are apart; the client itself would take 20 s. */
const NEW_CONNECTION_MS_MAX = 15_000
/** Whoever stands by beside a leader that can't go on takes over within 15 s; the rest is what a busy machine takes. */
const REPLACED_MS_MAX = 19_000

for (const [seed, how] of [
  [9, 'close'],
  [10, 'silence'],
] as const)
  test(`that is cut off from the event store (${how}) leaves it to another process within 15 s, and stands by`, async () => {
    const url = new URL(stores.urls.EVENTSTORE_URL)
    const line = await silentLine(Number(url.port))
    url.port = String(line.port)
    const [far, leaders] = [connectEventStore(url.href), createLeaderElection(db, testLog())]
    const name = `cut off: ${how}`
    const first = startLogSubscription({ ...stores.deps(), store: far, leaders }, taking(name))
    await eventually('live', () => first.health().state === 'live')
    const second = startLogSubscription(stores.deps(), taking(name))
    await eventually('stands by', () => second.health().state === 'standby')
    line[how]()
    await play(seed, 1)
    const log = (await readLog(store, 'refund-')).length
    await eventually('what came then is taken', async () => (await taken(name)) === log, REPLACED_MS_MAX)
    await eventually('live', () => second.health().ok)
    await eventually('stands by', () => first.health().state === 'standby')
    await Promise.all([first.stop(), second.stop()])
    await leaders.stop()
    line.close()
    await far.close()
  })

/** How often in a row; each is waited for. */
const SILENCES = depth(1, 2)

test('whose connection alone falls silent goes on over a new one', async () => {
  const url = new URL(stores.urls.EVENTSTORE_URL)
  const line = await silentLine(Number(url.port))
  url.port = String(line.port)
  const far = connectEventStore(url.href)
  const follower = startLogSubscription({ ...stores.deps(), store: far }, taking('silent'))
  for (const seed of [61, 62].slice(0, SILENCES)) {
    await eventually('live', () => follower.health().state === 'live')
    line.silenceWhatIsOpen()
    await play(seed, 1)
    const log = (await readLog(store, 'refund-')).length
    await eventually('what came then is taken', async () => (await taken('silent')) === log, NEW_CONNECTION_MS_MAX)
  }
  await follower.stop()
  await far.close()
  line.close()
})

test('whose connections to PostgreSQL fall silent goes on over new ones, alone as it is', async () => {
  const url = new URL(stores.urls.DATABASE_URL)
  const line = await silentLine(Number(url.port))
  url.port = String(line.port)
  const far = await connectPostgres(url.href)
  const leaders = createLeaderElection(far, testLog())
  const follower = startLogSubscription({ ...stores.deps(), db: far, leaders }, taking('silent database'))
  for (const seed of [63, 64].slice(0, SILENCES)) {
    await eventually('live', () => follower.health().state === 'live')
    line.silenceWhatIsOpen()
    await play(seed, 1)
    const log = (await readLog(store, 'refund-')).length
    const isTaken = async () => (await taken('silent database')) === log
    await eventually('what came then is taken', isTaken, REPLACED_MS_MAX)
  }
  await follower.stop()
  await leaders.stop()
  await far.end()
  line.close()
})

test('of whose connections to PostgreSQL one alone falls silent goes on over another, and its session leads all the time', async () => {
  const url = new URL(stores.urls.DATABASE_URL)
  const line = await silentLine(Number(url.port))
  url.port = String(line.port)
  const far = await connectPostgres(url.href)
  const leaders = createLeaderElection(far, testLog())
  const follower = startLogSubscription({ ...stores.deps(), db: far, leaders }, taking('one silent'))
  await eventually('live', () => follower.health().state === 'live')
  const holder = () => db.oneFirst(sql.unsafe`select holder from ops.leaders where name = 'one silent'`)
  const leader = await holder()
  for (const statement of ['update ops.checkpoints', 'insert into taken']) {
    line.silenceOneThatSends(statement)
    await play(statement.length, 1)
    const log = (await readLog(store, 'refund-')).length
    const isTaken = async () => (await taken('one silent')) === log
    await eventually('what came then is taken', isTaken, REPLACED_MS_MAX)
    assert.ok(line.hasSilencedOne())
  }
  assert.is(await holder(), leader)
  await follower.stop()
  await leaders.stop()
  await far.end()
  line.close()
})

test('that can not reach the event store leaves it to another process with its first failure', async () => {
  let failures = 0
  const far: typeof store = {
    ...store,
    async end() {
      failures += 1
      await delay(900)
      throw new StoreUnavailable('reading its end', 'away')
    },
  }
  const leaders = createLeaderElection(db, testLog())
  const first = startLogSubscription({ ...stores.deps(), store: far, leaders }, taking('left'))
  await eventually('the first leads', () => failures === 1)
  const second = startLogSubscription(stores.deps(), taking('left'))
  await eventually('the second is live', () => second.health().state === 'live')
  await eventually('stands by', () => first.health().state === 'standby')
  assert.is(failures, 1)
  await Promise.all([first.stop(), second.stop()])
  await leaders.stop()
})

/** As long as a leader believes in an event store that says nothing. */
const AWAY_MS = 10_000

test('goes on as long as events come, also when the event store answers no question in time', async () => {
  let isLate = false
  const end = async () => {
    if (isLate) throw new StoreUnavailable('reading its end', 'late')
    return store.end()
  }
  const follower = startLogSubscription({ ...stores.deps(), store: { ...store, end } }, taking('slow store'))
  await eventually('live', () => follower.health().state === 'live')
  isLate = true
  for (let second = 0; second < AWAY_MS / 1_000 + 2; second += 1) {
    await play(100 + second, 1)
    await delay(1_000)
  }
  assert.not(stores.logged.some(line => line.subscription === 'slow store'))
  await follower.stop()
})

test('that never gets the confirmation of its subscription leaves it to another process', async () => {
  const mute: typeof store = {
    ...store,
    subscribe: ({ signal }) => new Promise(resolve => signal.addEventListener('abort', () => resolve())),
  }
  const leaders = createLeaderElection(db, testLog())
  const first = startLogSubscription({ ...stores.deps(), store: mute, leaders }, taking('mute'))
  await eventually('leads', () => db.exists(sql.unsafe`select 1 from ops.checkpoints where name = 'mute'`))
  const second = startLogSubscription(stores.deps(), taking('mute'))
  await eventually('the second is live', () => second.health().state === 'live', REPLACED_MS_MAX)
  await Promise.all([first.stop(), second.stop()])
  await leaders.stop()
})

test('takes nothing for what another version keeps', async () => {
  await db.query(sql.unsafe`insert into ops.checkpoints (name, version) values ('versions', 2)`)
  const [older, newer] = [1, 2].map(version =>
    startLogSubscription(stores.deps(), taking('versions', { version, from: 'nowhere' })),
  )
  await eventually('the newer is live', () => newer?.health().state === 'live')
  await newer?.stop()
  const before = await taken('versions')
  assert.ok(before > 0)
  await play(8, 3)
  await delay(500)
  await eventually('the older stands by for what it does not know', () => older?.health().state === 'superseded')
  assert.is(await taken('versions'), before)
  await older?.stop()
})

test('that leads leaves it to a newer one that takes more, before what it knows nothing of is behind its place', async () => {
  const older = startLogSubscription(stores.deps(), taking('grown', { version: 1 }))
  await eventually('the older is live', () => older.health().state === 'live')
  // As a migration does, before anything of the newer version is written.
  await db.query(sql.unsafe`update ops.checkpoints set version = 2 where name = 'grown'`)
  const own = newEvent()
  await store.append('grown-1', 'no_stream', [own])
  await play(81, 3)
  await eventually('the older has left it', () => older.health().state === 'superseded')
  const leaders = createLeaderElection(db, testLog())
  const options = taking('grown', { version: 2, prefixes: ['refund-', 'grown-'] })
  const newer = startLogSubscription({ ...stores.deps(), leaders }, options)
  const log = (await readLog(store, 'refund-')).length
  await eventually('all is taken', async () => (await taken('grown')) === log + 1)
  await Promise.all([older.stop(), newer.stop()])
  await leaders.stop()
})

test('that leads leaves it to a newer one also where nothing comes that it takes itself', async () => {
  const older = startLogSubscription(stores.deps(), taking('quiet', { version: 1, prefixes: ['quiet-old-'] }))
  await eventually('the older is live', () => older.health().state === 'live')
  await db.query(sql.unsafe`update ops.checkpoints set version = 2 where name = 'quiet'`)
  const leaders = createLeaderElection(db, testLog())
  const options = taking('quiet', { version: 2, prefixes: ['quiet-old-', 'quiet-new-'] })
  const newer = startLogSubscription({ ...stores.deps(), leaders }, options)
  try {
    await store.append('quiet-new-1', 'no_stream', [newEvent()])
    await eventually('it is taken', async () => (await taken('quiet')) === 1)
  } finally {
    await Promise.all([older.stop(), newer.stop()])
    await leaders.stop()
  }
})

test('continues from the position at which one of an older version began, after the migration without one', async () => {
  const older = startLogSubscription(stores.deps(), taking('late', { version: 1 }))
  await eventually('the older is live', () => older.health().state === 'live')
  const leaders = createLeaderElection(db, testLog())
  const options = taking('late', { version: 2, prefixes: ['refund-', 'late-'] })
  const newer = startLogSubscription({ ...stores.deps(), leaders }, options)
  try {
    // One stops after the other, as processes do that are replaced.
    await eventually('the newer waits for it', () => newer.health().state === 'standby')
    await older.stop()
    await store.append('late-1', 'no_stream', [newEvent()])
    await eventually('the newer is live', () => newer.health().state === 'live')
    const log = (await readLog(store, 'refund-')).length
    await eventually('all is taken', async () => (await taken('late')) === log + 1)
    const again = startLogSubscription(stores.deps(), taking('late', { version: 1 }))
    await newer.stop()
    await eventually('the older leaves it to newer ones', () => again.health().state === 'superseded')
    await again.stop()
  } finally {
    await Promise.all([older.stop(), newer.stop()])
    await leaders.stop()
  }
})

test('whose position was deleted starts again, also where no event comes', async () => {
  const follower = startLogSubscription(stores.deps(), taking('begun anew', { prefixes: ['anew-'] }))
  await eventually('live', () => follower.health().state === 'live')
  await db.query(sql.unsafe`delete from ops.checkpoints where name = 'begun anew'`)
  await eventually('it has a place', async () => (await readCheckpoint(db, 'begun anew')) !== null)
  await eventually('live again', () => follower.health().state === 'live')
  await follower.stop()
})

test('says how old what it is at has become, and is in order while it is taken', async () => {
  const done = Promise.withResolvers<void>()
  const now = () => new Date(Date.now() + 3_600_000)
  const slow = taking('slow', {
    handle: async ({ events, position }, place) => {
      await done.promise
      await place.commit(events, position, async () => {})
    },
  })
  const follower = startLogSubscription({ ...stores.deps(), now }, slow)
  await eventually('it is behind', () => follower.health().lag_ms >= 3_600_000)
  done.resolve()
  await eventually('nothing is behind', () => follower.health().ok && follower.health().lag_ms === 0)
  await follower.stop()
})

test('is not in order while the event store is away, also before it is left to another process', async () => {
  const away = Promise.withResolvers<void>()
  const cut: typeof store = {
    ...store,
    subscribe: options =>
      store.subscribe({
        ...options,
        onCaughtUp() {
          options.onCaughtUp?.()
          away.promise.then(() => options.onState?.('reconnecting'))
        },
      }),
  }
  const follower = startLogSubscription({ ...stores.deps(), store: cut }, taking('cut', { prefixes: ['cut-'] }))
  await eventually('live', () => follower.health().state === 'live')
  away.resolve()
  await eventually('not in order', () => follower.health().state === 'catching_up', 5_000)
  assert.not(follower.health().ok)
  await follower.stop()
})

test('whose tables an older version has dropped rebuilds them, and claims nothing of the older version', async () => {
  await db.query(sql.unsafe`insert into ops.checkpoints (name, version) values ('put away', 1)`)
  let looks = 0
  const prepare = async () => {
    looks += 1
    return 'go' as const
  }
  const follower = startLogSubscription(stores.deps(), taking('put away', { version: 2, from: 'nowhere', prepare }))
  await eventually('it is looked at again', () => looks >= 3)
  assert.is((await readCheckpoint(db, 'put away'))?.version, 1)
  assert.is(await taken('put away'), 0)
  await follower.stop()
})

test('a failure after what went well is waited out shortly, however long the ones before were', async () => {
  let isAway = true
  let failures = 0
  const options = taking('interrupted')
  const follower = startLogSubscription(stores.deps(), {
    ...options,
    async handle(batch, place) {
      if (!isAway) return options.handle(batch, place)
      failures += 1
      throw new Error('an outage')
    },
  })
  await eventually('six failures', () => failures >= 6)
  isAway = false
  await eventually('taken', () => follower.health().state === 'live')
  const before = await taken('interrupted')
  const failed = failures
  isAway = true
  await play(5, 1)
  await eventually('one more', () => failures > failed)
  isAway = false
  const [since, stoodStillMs] = [performance.now(), standstill()]
  await eventually('taken after it', async () => (await taken('interrupted')) > before)
  // After seven in a row it would be 6.4 s.
  assert.ok(performance.now() - since < 3_000 + stoodStillMs())
  await follower.stop()
})

test('goes on behind an event that it sets aside, and stands still in front of one that it refuses', async () => {
  const client = EventStoreDBClient.connectionString(stores.urls.EVENTSTORE_URL)
  await client.appendToStream('refund-rf_foreign', [jsonEvent({ type: 'SomebodyElses', data: {} })])
  await client.dispose()
  await play(4, 5)
  const log = (await readLog(store, 'refund-', 'readable')).length
  const lenient = startLogSubscription(
    stores.deps(),
    taking('lenient', {
      handle: ({ events, position }, place) =>
        place.commit(events, position, async tx => {
          const refused = events.flatMap(event => (isReadable(event) ? [] : [{ event, reason: event.unreadable }]))
          await parkEvents(tx, 'lenient', refused)
          for (const { stream, revision } of events.filter(isReadable))
            await tx.query(sql.unsafe`insert into taken values ('lenient', ${stream}, ${revision})`)
        }),
    }),
  )
  await eventually('live', () => lenient.health().state === 'live')
  assert.is(await taken('lenient'), log)
  const row = z.object({
    follower: z.string(),
    stream: z.string(),
    revision: z.number(),
    type: z.string(),
    reason: z.string(),
  })
  assert.equal(await db.any(sql.type(row)`select follower, stream, revision, type, reason from ops.set_aside`), [
    {
      follower: 'lenient',
      stream: 'refund-rf_foreign',
      revision: 0,
      type: 'SomebodyElses',
      reason: 'it was not written by this service',
    },
  ])
  await lenient.stop()

  const strict = startLogSubscription(
    stores.deps(),
    taking('strict', {
      async handle({ events }) {
        const event = events.find(event => !isReadable(event))
        if (event !== undefined) throw new PoisonEvent('strict', event, new Error('no'))
      },
    }),
  )
  await eventually('stopped', () => strict.health().state === 'failed')
  assert.is(strict.health().failure?.stream, 'refund-rf_foreign')
  await strict.stop()
})

test('for a read model stops in front of what can not be read, with everything before it shown', async () => {
  const projector = startProjector(stores.deps(), [historyOf([refundHistoryView])])
  await eventually('stopped', () => projector.health().projections.history?.state === 'failed')
  const { stream, reason } = projector.health().projections.history?.failure ?? {}
  assert.equal({ stream, reason }, { stream: 'refund-rf_foreign', reason: 'it was not written by this service' })
  await projector.stop()
})

test('has the position that the webhooks had in a database of the version before', async () => {
  await migrate(
    db,
    deliveryMigrations.filter(({ name }) => name < 'webhooks-004'),
  )
  await db.query(sql.unsafe`update ops.webhook_checkpoint set commit = '123', prepare = '122', last_event = '120'`)
  await migrate(db, deliveryMigrations)
  assert.equal(await readCheckpoint(db, ENQUEUER), {
    version: ENQUEUER_VERSION,
    position: { commit: 123n, prepare: 122n },
    lastEvent: 120n,
    lastId: null,
  })
  const older = z.object({ commit: z.string(), prepare: z.string() })
  assert.equal(
    await db.one(sql.type(older)`select commit, prepare from ops.webhook_checkpoint where name = 'deliveries'`),
    { commit: '123', prepare: '122' },
    'a process of the version before still sees it',
  )
})

test.run()
