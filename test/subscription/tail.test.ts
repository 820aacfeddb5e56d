import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { connectEventStore } from '#edge/eventstore/client.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import type { EventStore, LogEvent, Position, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { isAfter, readCheckpoint } from '#subscription/checkpoint.ts'
import { createLeaderElection } from '#subscription/leader-election.ts'
import { type LogSubscriptionOptions, startLogSubscription } from '#subscription/log-subscription.ts'
import { withParking } from '#subscription/parked-events.ts'
import { tailOf } from '#subscription/tail.ts'
import { createTailReader } from '#subscription/tail-reader.ts'
import { newEvent } from '../edge/eventstore/harness.ts'
import { testLog } from '../harness/log.ts'
import { suite } from '../harness/suite.ts'
import { random, readLog } from '../projector/refund-histories.ts'
import { runningStores } from '../projector/running-stores.ts'
import { eventually } from '../projector/table-contents.ts'

const test = suite('the tail of a process')
const stores = await runningStores()
const { db, store } = stores
await db.query(sql.unsafe`
  create table taken (place bigserial, subscription text, stream text, revision int, primary key (subscription, stream, revision))`)

test.after(() => stores.stop())

const SEED = Number(process.env.TAIL_SEED ?? 1)
const CHAOS_MS = Number(process.env.TAIL_CHAOS_MS ?? 15_000)
/** Each refused event is tried by itself, with pauses; on a slow machine some take a second each. */
const TAKEN_MS_MAX = 120_000
const FOREIGN_EVENTS = Number(process.env.TAIL_FOREIGN_EVENTS ?? 3_000)
const PREFIXES = ['a-', 'b-', 'c-'] as const

let streams = 0
async function append(prefix: string, count = 1, data: object = {}): Promise<void> {
  streams += 1
  await store.append(
    `${prefix}${streams}`,
    'no_stream',
    Array.from({ length: count }, () => newEvent(data)),
  )
}

function taking(name: string, prefixes: readonly string[], pause: () => Promise<unknown> = async () => {}) {
  const options: LogSubscriptionOptions = {
    name,
    prefixes,
    from: 'start',
    restoreAdvice: '',
    async handle({ events, position }, checkpoint) {
      await pause()
      await checkpoint.commit(events, position, async tx => {
        const rows = events.map(({ stream, revision }) => [name, stream, revision])
        await tx.query(sql.unsafe`
          insert into taken (subscription, stream, revision) select * from ${sql.unnest(rows, ['text', 'text', 'int4'])}`)
      })
    },
  }
  return options
}

const Taken = z.object({ stream: z.string(), revision: z.number() })
const takenBy = (subscription: string) =>
  db.any(sql.type(Taken)`select stream, revision from taken where subscription = ${subscription} order by place`)

const logOf = async (prefixes: readonly string[]) => {
  const parts = await Promise.all(prefixes.map(prefix => readLog(store, prefix)))
  const inOrder = parts.flat().sort((a, b) => Number(a.position.commit - b.position.commit))
  return inOrder.map(({ stream, revision }) => ({ stream, revision }))
}

/** The subscriptions that are open at the store, and all that were begun. */
function counting(of: EventStore) {
  const open = new Set<readonly string[]>()
  const begun: SubscribeOptions[] = []
  const counted: EventStore = {
    ...of,
    async subscribe(options) {
      begun.push(options)
      open.add(options.prefixes)
      await of.subscribe(options).finally(() => open.delete(options.prefixes))
    },
  }
  return { counted, open, begun }
}

test('reads the log once for all subscriptions, and hands out frozen events', async () => {
  const { counted, open } = counting(store)
  const seen = new Map<string, object>()
  const running = PREFIXES.flatMap(prefix =>
    ['1', '2'].map(number => {
      const options = taking(`once ${prefix}${number}`, [prefix, 'z-'])
      return startLogSubscription(
        { ...stores.deps(), store: counted },
        {
          ...options,
          handle(batch, checkpoint) {
            for (const event of batch.events) {
              assert.ok(Object.isFrozen(event) && Object.isFrozen(event.position))
              if ('data' in event) assert.ok(Object.isFrozen(event.data) && Object.isFrozen(event.metadata.actor))
              const same = seen.get(event.id)
              assert.ok(same === undefined || same === event)
              seen.set(event.id, event)
            }
            return options.handle(batch, checkpoint)
          },
        },
      )
    }),
  )
  await eventually('all are live', () => running.every(({ health }) => health().state === 'live'))
  for (const prefix of [...PREFIXES, 'z-']) await append(prefix)
  await eventually('all is taken', async () => (await takenBy('once a-1')).length === 2)
  assert.is(open.size, 1)
  await Promise.all(running.map(({ stop }) => stop()))
  assert.is(open.size, 0)
})

test('a subscription that is slow reads by itself, and the others do not wait for it', async () => {
  const { counted, open } = counting(store)
  tailOf(counted, 20_000)
  const stuck = Promise.withResolvers<void>()
  const deps = { ...stores.deps(), store: counted }
  const running = [
    startLogSubscription(deps, taking('quick', ['slow-'])),
    startLogSubscription(
      deps,
      taking('slow', ['slow-'], () => stuck.promise),
    ),
  ]
  await eventually('both are live', () => running.every(({ health }) => health().state === 'live'))
  for (let times = 0; times < 20; times += 1) {
    await append('slow-', 10)
    await delay(100)
  }
  const log = await logOf(['slow-'])
  await eventually('the quick one has taken all', async () => (await takenBy('quick')).length === log.length, 3_000)
  assert.equal(await takenBy('slow'), [])
  stuck.resolve()
  await eventually('the slow one has taken all', async () => (await takenBy('slow')).length === log.length)
  assert.equal(await takenBy('slow'), log)
  await eventually('one subscription again', () => open.size === 1)
  await append('slow-')
  await eventually('both go on', async () => (await takenBy('slow')).length === log.length + 1)
  await Promise.all(running.map(({ stop }) => stop()))
})

test('a subscription without events joins the tail once it has read to the end', async () => {
  const { counted, open, begun } = counting(store)
  const deps = { ...stores.deps(), store: counted }
  await append('before-', 3)
  const before = startLogSubscription(deps, taking('before it', ['before-']))
  await eventually('the tail is at the end', () => before.health().state === 'live')
  const without = startLogSubscription(deps, taking('without events', ['none-']))
  await eventually('both are live', () => without.health().state === 'live')
  await eventually('one subscription is left', () => open.size === 1, 5_000)
  const joinedAt = begun.length
  await delay(300)
  assert.is(begun.length, joinedAt)
  await Promise.all([before, without].map(({ stop }) => stop()))
})

test('a subscription that reads by itself again takes nothing of another log', async () => {
  let isOther = false
  const restored: EventStore = { ...store, at: async position => (isOther ? null : store.at(position)) }
  tailOf(restored, 20_000)
  const stuck = Promise.withResolvers<void>()
  const deps = { ...stores.deps(), store: restored }
  const running = [
    startLogSubscription(deps, taking('ahead', ['log-'])),
    startLogSubscription(
      deps,
      taking('held up', ['log-'], () => stuck.promise),
    ),
  ]
  await eventually('both are live', () => running.every(({ health }) => health().state === 'live'))
  await append('log-')
  await eventually('it is taken', async () => (await takenBy('ahead')).length === 1)
  for (let times = 0; times < 15; times += 1) {
    await append('log-', 10)
    await delay(100)
  }
  await eventually('the others are taken', async () => (await takenBy('ahead')).length === 151)
  isOther = true
  stuck.resolve()
  await eventually('it stops', () => running[1]!.health().state === 'retrying')
  assert.is((await takenBy('held up')).length, 1)
  isOther = false
  await eventually('it goes on', async () => (await takenBy('held up')).length === 151, 15_000)
  await Promise.all(running.map(({ stop }) => stop()))
})

test('after a reconnection the log is checked for who joins later too', async () => {
  const position = { commit: 1n, prepare: 1n }
  const newer = { commit: 2n, prepare: 2n }
  const said = spoken(async () => newer)
  let checks = 0
  const join = (prefix: string) =>
    tailOf(said.line).join({
      prefixes: [prefix],
      position: () => position,
      checkLog: async () => {
        checks += 1
      },
      onState() {},
    })
  const reader = join('a-')
  await reader.started(new AbortController().signal)
  said.open!.onState!('live')
  said.open!.onState!('reconnecting')
  said.open!.onState!('live')
  await said.open!.handle({ events: [], position: newer })
  assert.ok(reader.covers())
  reader.attach()
  assert.is(await reader.next(1, AbortSignal.timeout(100)), 'ended')
  assert.is(checks, 1)
  const other = join('b-')
  await other.started(new AbortController().signal)
  said.open!.onState!('live')
  // Begun again for the other, and that may be on another connection.
  await said.open!.handle({ events: [], position: newer })
  assert.is(await reader.next(1, AbortSignal.timeout(100)), 'ended')
  assert.is(checks, 2)
  for (const each of [reader, other]) each.leave()
})

test('after a reconnection the tail checks the log for all that took no more than its last event', async () => {
  const last = spokenEvent('a-1', 20n)
  let [checks, isOther] = [0, false]
  const said = spoken(async () => ({ commit: 40n, prepare: 40n }))
  said.line.at = async () => (isOther ? null : last)
  const join = async (commit: bigint) => {
    const checkLog = async () => {
      checks += 1
    }
    const position = () => ({ commit, prepare: commit })
    const reader = tailOf(said.line).join({ prefixes: ['a-'], position, checkLog, onState() {} })
    await reader.started(new AbortController().signal)
    reader.attach()
    return reader
  }
  const readers = [await join(10n), await join(20n), await join(30n)]
  const next = () => Promise.all(readers.map(reader => reader.next(1, AbortSignal.timeout(100))))
  said.open!.onState!('live')
  await said.open!.handle({ events: [last], position: last.position })
  await next()
  assert.is(checks, 0)
  said.open!.onState!('reconnecting')
  said.open!.onState!('live')
  await said.open!.handle({ events: [], position: last.position })
  await next()
  assert.is(checks, 1)
  isOther = true
  said.open!.onState!('reconnecting')
  said.open!.onState!('live')
  await said.open!.handle({ events: [], position: last.position }).catch(() => undefined)
  assert.equal(await next(), ['ended', 'ended', 'ended'])
  for (const each of readers) each.leave()
})

/** A store whose subscription says only what the test says; `end` is the end of its log. */
function spoken(end: () => Promise<Position | null>) {
  const said = { open: undefined as SubscribeOptions | undefined, opened: 0 }
  const line: EventStore = {
    ...store,
    end,
    subscribe(options) {
      said.open = options
      said.opened += 1
      return new Promise(resolve => options.signal.addEventListener('abort', () => resolve()))
    },
  }
  return Object.assign(said, { line })
}

test('a subscription that read by itself passes nothing on a node that is behind the end that it has seen', async () => {
  const events = [spokenEvent('a-first', 40n), spokenEvent('a-hidden', 80n)]
  let end = 100n
  const opened: SubscribeOptions[] = []
  const line: EventStore = {
    ...store,
    end: async () => ({ commit: end, prepare: end }),
    at: async ({ commit }) => events.find(({ position }) => position.commit === commit) ?? null,
    subscribe(options) {
      opened.push(options)
      return new Promise(resolve => options.signal.addEventListener('abort', () => resolve()))
    },
  }
  const newer = { commit: 95n, prepare: 95n }
  const tail = tailOf(line, 10).join({
    prefixes: ['a-'],
    position: () => newer,
    checkLog: async () => {},
    onState() {},
  })
  await tail.started(new AbortController().signal)
  opened[0]!.onState!('live')
  opened[0]!.onCaughtUp!()
  const running = startLogSubscription({ ...stores.deps(), store: line }, taking('passing', ['a-']))
  await eventually('it reads by itself', () => opened.length === 2)
  // The connection that reported the end is lost, and the next one is to another node.
  end = 50n
  const answer = async (upTo: bigint) => {
    const { signal, from, onState, onCaughtUp, handle } = opened.at(-1)!
    onState!('live')
    const sent = events.filter(({ position: { commit } }) => commit > (from?.commit ?? -1n) && commit <= upTo)
    if (sent.length > 0) await handle({ events: sent, position: sent.at(-1)!.position }).catch(() => undefined)
    if (!signal.aborted) onCaughtUp!()
  }
  await answer(end)
  const position = async () => (await readCheckpoint(db, 'passing'))?.position?.commit ?? 0n
  await eventually('it begins again', async () => opened.length > 2 || (await position()) > end)
  assert.ok((await position()) <= end, `it passed everything up to ${await position()}`)
  end = 100n
  await answer(end)
  await eventually('it has taken all', async () => (await takenBy('passing')).length === 2)
  tail.leave()
  await running.stop()
})

test('of what the tail confirmed between two checks of a reader the least counts', async () => {
  const position = { commit: 20n, prepare: 20n }
  const over = AbortSignal.abort()
  for (const [confirmed, isAsked] of [
    [[position], false],
    [[null], true],
    [[position, null], true],
    [[null, position], true],
  ] as const) {
    let checks = 0
    const checkLog = async () => {
      checks += 1
    }
    const options = { prefixes: ['a-'], position: () => position, checkLog, onState() {} }
    const reader = createTailReader(options, () => {})
    reader.attach([], position, false)
    for (const at of confirmed) reader.confirmLog(at)
    await Promise.race([reader.next(1, new AbortController().signal), delay(50)])
    assert.is(await reader.next(1, over), 'ended')
    assert.is(checks, isAsked ? 1 : 0)
  }
})

const spokenEvent = (stream: string, commit: bigint, data: object = {}) =>
  ({ ...newEvent(data), stream, revision: 0, at: '', position: { commit, prepare: commit } }) as LogEvent

test('the position is passed on in a log that was restored and is shorter', async () => {
  let end = 5_000n
  const said = spoken(async () => ({ commit: end, prepare: end }))
  const join = async (commit: bigint) => {
    const position = { commit, prepare: commit }
    const checkLog = async () => {}
    const reader = tailOf(said.line).join({ prefixes: ['a-'], position: () => position, checkLog, onState() {} })
    await reader.started(new AbortController().signal)
    reader.attach()
    return reader
  }
  const foreign = (from: bigint) => Array.from({ length: 1_000 }, (_, at) => spokenEvent('b-1', from + BigInt(at)))
  const pass = async (from: bigint) => {
    const events = foreign(from)
    await said.open!.handle({ events, position: events.at(-1)!.position })
  }
  const reader = await join(3_500n)
  said.open!.onState!('live')
  await pass(4_000n)
  assert.equal(await reader.next(10, AbortSignal.timeout(1_000)), {
    events: [],
    position: { commit: 4_999n, prepare: 4_999n },
  })
  end = 1_500n
  said.open!.onState!('reconnecting')
  said.open!.onState!('live')
  assert.is(await reader.next(10, AbortSignal.timeout(1_000)), 'ended')
  reader.leave()
  const again = await join(400n)
  said.open!.onState!('live')
  await pass(500n)
  assert.equal(await again.next(10, AbortSignal.timeout(1_000)), {
    events: [],
    position: { commit: 1_499n, prepare: 1_499n },
  })
  again.leave()
})

test('a log that ends before a reader that reads by itself is not subscribed to again and again', async () => {
  let end = 100n
  const said = spoken(async () => ({ commit: end, prepare: end }))
  const join = async () => {
    const position = { commit: end, prepare: end }
    const checkLog = async () => {}
    const reader = tailOf(said.line).join({ prefixes: ['a-'], position: () => position, checkLog, onState() {} })
    await reader.started(new AbortController().signal)
    return reader
  }
  const alone = await join()
  end = 50n
  said.open!.onState!('reconnecting')
  for (let times = 0; times < 20; times += 1) {
    said.open!.onState!('live')
    await delay(10)
  }
  assert.is(said.opened, 1)
  alone.leave()
  const since = performance.now()
  const there = await join()
  assert.ok(performance.now() - since < 500)
  assert.ok(there.covers())
  there.leave()
})

test('who wants other streams joins only where these are read from', async () => {
  const said = spoken(async () => ({ commit: 100n, prepare: 100n }))
  const join = async (prefix: string, commit: bigint) => {
    const position = { commit, prepare: commit }
    const checkLog = async () => {}
    const reader = tailOf(said.line).join({ prefixes: [prefix], position: () => position, checkLog, onState() {} })
    await reader.started(new AbortController().signal)
    said.open!.onState!('live')
    return reader
  }
  const first = await join('a-', 1n)
  await said.open!.handle({ events: [spokenEvent('a-1', 50n)], position: { commit: 50n, prepare: 50n } })
  const [behind, there] = [await join('b-', 49n), await join('b-', 50n)]
  assert.equal(said.open!.prefixes.toSorted(), ['a-', 'b-'])
  assert.equal(said.open!.from, { commit: 50n, prepare: 50n })
  assert.equal([first.covers(), behind.covers(), there.covers()], [true, false, true])
  for (const each of [first, behind, there]) each.leave()
})

test('an event that is nested very deeply stops nobody who does not want it', async () => {
  const said = spoken(async () => ({ commit: 9n, prepare: 9n }))
  const position = { commit: 1n, prepare: 1n }
  const checkLog = async () => {}
  const reader = tailOf(said.line).join({ prefixes: ['a-'], position: () => position, checkLog, onState() {} })
  await reader.started(new AbortController().signal)
  reader.attach()
  said.open!.onState!('live')
  const nested = JSON.parse(`{"in":${'['.repeat(100_000)}${']'.repeat(100_000)}}`)
  const events = [spokenEvent('b-1', 2n, nested), spokenEvent('a-1', 3n)]
  await said.open!.handle({ events, position: events[1]!.position })
  const batch = await reader.next(10, AbortSignal.timeout(1_000))
  assert.equal(typeof batch === 'string' ? batch : batch.events.map(({ stream }) => stream), ['a-1'])
  assert.ok(Object.isFrozen(nested.in[0][0][0]))
  reader.leave()
})

test('a batch that fails while the tail catches up is a failure: what is kept in memory is read again', async () => {
  const first = startLogSubscription(stores.deps(), taking('kept', ['kept-']))
  await append('kept-')
  await eventually('the first is taken', async () => (await takenBy('kept')).length === 1)
  await first.stop()
  await append('kept-')
  await append('beside-')
  const [taking2nd, failing] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const begun = Promise.withResolvers<void>()
  // The tail begins at the oldest position and stays behind; a subscription that reads by itself knows its end.
  const late: EventStore = {
    ...store,
    subscribe: options =>
      store.subscribe({
        ...options,
        async handle(batch) {
          if (options.to === undefined) begun.resolve()
          if (options.to === undefined) await taking2nd.promise
          await options.handle(batch)
        },
      }),
  }
  const deps = { ...stores.deps(), store: late }
  const loads: string[] = []
  const options = taking('kept', ['kept-'])
  const beside = startLogSubscription(deps, taking('beside', ['beside-', 'kept-']))
  await begun.promise
  const running = [
    beside,
    startLogSubscription(deps, {
      ...options,
      onLeaseAcquired: async () => void loads.push('loaded'),
      async handle(batch, checkpoint) {
        if (batch.events.length > 0) loads.push('taken')
        if (loads.length === 2) {
          taking2nd.resolve()
          await failing.promise
          throw new Error('the transaction failed')
        }
        await options.handle(batch, checkpoint)
      },
    }),
  ]
  await eventually('the tail has caught up', async () => (await takenBy('beside')).length === 3)
  failing.resolve()
  await eventually('the second is taken', async () => (await takenBy('kept')).length === 2)
  await Promise.all(running.map(({ stop }) => stop()))
  assert.equal(loads, ['loaded', 'taken', 'loaded', 'taken'])
})

test('the position of a subscription without events follows the log, and little is read again after a restart', async () => {
  const { counted, begun } = counting(store)
  await db.query(sql.unsafe`create table moves (name text, to_commit bigint)`)
  await db.query(sql.unsafe`
    create function note_move() returns trigger language plpgsql as
    $$ begin insert into moves values (new.name, new.commit_position); return null; end $$`)
  await db.query(sql.unsafe`
    create trigger note_move after update on ops.checkpoints for each row when (new.name = 'idle')
    execute function note_move()`)
  const start = async (line: EventStore) => {
    const deps = { ...stores.deps(), store: line }
    const both = [
      startLogSubscription(deps, taking('idle', ['never-'])),
      startLogSubscription(deps, taking('busy', ['foreign-'])),
    ]
    await eventually('both are live', () => both.every(({ health }) => health().state === 'live'))
    return () => Promise.all(both.map(({ stop }) => stop()))
  }
  const stopFirst = await start(store)
  const since = performance.now()
  for (let count = 0; count < FOREIGN_EVENTS; count += 100) await append('foreign-', 100)
  const end = (await store.end())!
  const idleAt = async () => (await readCheckpoint(db, 'idle'))?.position ?? null
  const behind = async () => end.commit - ((await idleAt())?.commit ?? 0n)
  await eventually('it is at the end', async () => (await behind()) <= 0n, 10_000)
  const moves = await db.oneFirst(sql.type(z.object({ count: z.number() }))`select count(*) as count from moves`)
  const due = FOREIGN_EVENTS / 1_000 + (performance.now() - since) / 5_000
  assert.ok(moves <= due + 2, `moved ${moves} times, due ${due}`)
  await append('foreign-', 900)
  await eventually('the other has taken them', async () => isAfter((await readCheckpoint(db, 'busy'))!.position, end))
  await stopFirst()
  const stopSecond = await start(counted)
  assert.ok(begun.length > 0)
  const log = await readLog(store, 'foreign-')
  for (const { from } of begun) {
    const again = log.filter(({ position }) => isAfter(position, from)).length
    assert.ok(again <= 1_000 + 500, `${again} events are read again`)
  }
  await stopSecond()
})

test(`takes each event once and in order, whatever joins, leaves, is slow, refuses, or is killed (seed ${SEED})`, async () => {
  const next = random(SEED)
  const pick = (count: number) => Math.floor(next() * count)
  const consumers = Array.from({ length: 10 }, (_, number) => {
    const prefixes = PREFIXES.filter((_, index) => ((number % 7) + 1) & (1 << index))
    return {
      name: `walk ${number}`,
      prefixes,
      batchMax: [10, 50, 500][number % 3]!,
      batchDelayMs: [0, 50][number % 2]!,
    }
  })
  const refusedBy = (name: string, stream: string) => name === 'walk 3' && /[27]7$/.test(stream)
  const until = performance.now() + CHAOS_MS
  const processes = await Promise.all(
    ['one', 'other'].map(async () => {
      const own = await connectPostgres(stores.urls.DATABASE_URL)
      const client = connectEventStore(stores.urls.EVENTSTORE_URL)
      tailOf(client, 30_000)
      const leaders = createLeaderElection(own, testLog())
      return { deps: { ...stores.deps(), db: own, store: client, leaders }, own, client, leaders }
    }),
  )
  const start = ({ deps }: (typeof processes)[number], { name, ...more }: (typeof consumers)[number]) => {
    const slow = async () => {
      if (performance.now() > until) return
      if (next() < 0.1) await delay(pick(300))
      if (next() < 0.02) throw new Error('an outage')
    }
    const options = taking(name, more.prefixes, slow)
    const refusing: typeof options.handle = ({ events, position }, { commit }) =>
      options.handle(
        { events, position },
        {
          commit: (part, at, write, ...rest) =>
            commit(
              part,
              at,
              async tx => {
                if (part.some(({ stream }) => refusedBy(name, stream))) await tx.query(sql.unsafe`select 1 / 0`)
                await write(tx)
              },
              ...rest,
            ),
        },
      )
    return startLogSubscription(deps, {
      ...options,
      ...more,
      handle: withParking({ subscription: name, log: testLog() }, refusing),
    })
  }
  const running = processes.flatMap(process =>
    consumers.map(consumer => ({ process, consumer, now: start(process, consumer) })),
  )
  const writing = (async () => {
    while (performance.now() < until) {
      await append(PREFIXES[pick(3)]!, 1 + pick(20), { text: 'x'.repeat(pick(200)) })
      if (next() < 0.5) await delay(pick(20))
    }
  })()
  while (performance.now() < until) {
    const chosen = running[pick(running.length)]!
    await chosen.now.stop()
    await delay(pick(200))
    chosen.now = start(chosen.process, chosen.consumer)
    if (next() < 0.3)
      await db.query(sql.unsafe`
        select pg_terminate_backend(pid) from pg_stat_activity
        where pid <> pg_backend_pid() and datname = current_database() and backend_type = 'client backend' and random() < 0.3`)
  }
  await writing
  for (const { name, prefixes } of consumers) {
    const log = (await logOf(prefixes)).filter(({ stream }) => !refusedBy(name, stream))
    await eventually(`${name} has taken all`, async () => (await takenBy(name)).length >= log.length, TAKEN_MS_MAX)
    assert.equal(await takenBy(name), log, name)
  }
  await Promise.all(running.map(({ now }) => now.stop()))
  for (const { leaders, own, client } of processes) {
    await leaders.stop()
    await client.close()
    await own.end()
  }
})

test.run()
