import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import { createExecute } from '#event-sourcing/execute.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { Rejection } from '#values/errors.ts'
import { COUNTER_MAX, context, counter } from '../harness/counter.ts'
import { type MemoryStore, memoryStore } from '../harness/memory-store.ts'
import { suite } from '../harness/suite.ts'

const test = suite('execute')
const TURN_MS_MAX = 5_000

function rivalAdds(store: MemoryStore, by: number, times = 1) {
  let left = times
  store.beforeAppend = stream => {
    if (left === 0) return
    left -= 1
    const metadata = {
      v: 1 as const,
      at: '2026-01-01T00:00:00.000Z',
      actor: context('r').actor,
      request_id: '',
      correlation_id: '',
      causation_id: null,
      prev_hash: null,
      hash: '',
    }
    store.intrude(stream, { id: randomUUID(), type: 'Added', data: { by }, metadata })
  }
}

async function rejectionOf(work: Promise<unknown>): Promise<Rejection> {
  try {
    await work
  } catch (error) {
    assert.instance(error, Rejection)
    return error as Rejection
  }
  throw new Error('it was not refused')
}

test('answers with the state after the append', async () => {
  const { run } = createExecute(memoryStore())
  const { state, revision, events } = await run(counter, '1', { add: 3 }, context('a'))
  assert.equal([state, revision, events.length], [3, 0, 1])
})

test('a remembered state saves the read', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  await run(counter, '1', { add: 1 }, context('a'))
  store.reads = 0
  await run(counter, '1', { add: 1 }, context('b'))
  assert.is(store.reads, 0)
})

test('what another process wrote is read once, with its events, and decided on without reading it again', async () => {
  const store = memoryStore()
  const other = createExecute(store)
  await other.run(counter, '1', { add: 1 }, context('a'))
  await other.run(counter, '1', { add: 2 }, context('b'))
  const { read, run } = createExecute(store)
  store.reads = 0
  const { state, revision, events } = await read(counter, '1')
  assert.equal([state, revision, events.map(({ data }) => data)], [3, 1, [{ by: 1 }, { by: 2 }]])
  assert.is((await run(counter, '1', { add: 1 }, context('c'))).state, 4)
  assert.is(store.reads, 1)
  // It is no more than what was known: what a rival wrote since is seen.
  await read(counter, '1')
  await other.run(counter, '1', { add: 10 }, context('d'))
  assert.is((await run(counter, '1', { add: 1 }, context('e'))).state, 15)
  assert.equal(await read(counter, '2'), { state: 0, revision: -1, events: [] })
})

test('an event is never stamped earlier than the one before it, whichever process wrote that and whatever came between', async () => {
  const store = memoryStore()
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute))
  const add = (minute: number, execute = createExecute(store)) =>
    execute.run(counter, '1', { add: 1 }, { ...context(`at ${minute}`), now: at(minute) })
  await add(30)
  const same = createExecute(store)
  assert.is((await add(10, same)).events[0]?.at, at(30).toISOString(), 'read by another process')
  assert.is((await add(20, same)).events[0]?.at, at(30).toISOString(), 'remembered')
  assert.is((await add(40, same)).events[0]?.at, at(40).toISOString(), 'the clock is ahead again')
})

test('of a stream whose times went back once, the latest counts', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  for (const [index, minute] of [50, 20].entries())
    store.intrude('counter-1', {
      id: randomUUID(),
      type: 'Added',
      data: { by: 1 },
      metadata: {
        ...{ v: 1, at: `2026-01-01T12:${minute}:00.000Z`, actor: context('r').actor, request_id: '' },
        ...{ correlation_id: '', causation_id: null, prev_hash: index === 0 ? null : 'h', hash: 'h' },
      },
    })
  const now = new Date('2026-01-01T12:30:00.000Z')
  const { events } = await run(counter, '1', { add: 1 }, { ...context('a'), now })
  assert.is(events[0]?.at, '2026-01-01T12:50:00.000Z')
})

test('after a rival write it reads and decides again', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  rivalAdds(store, 10)
  const { state, revision } = await run(counter, '1', { add: 1 }, context('a'))
  assert.equal([state, revision], [11, 1])
})

test('a rival write can turn an accepted command into a refused one', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  rivalAdds(store, COUNTER_MAX)
  assert.is((await rejectionOf(run(counter, '1', { add: 1 }, context('a')))).code, 'CONFLICT')
})

test('a refusal is never decided on a remembered state', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  await run(counter, '1', { add: COUNTER_MAX }, context('a'))
  rivalAdds(store, -5)
  store.beforeAppend('counter-1')
  store.beforeAppend = () => {}
  const { state } = await run(counter, '1', { add: 2 }, context('b'))
  assert.is(state, COUNTER_MAX - 3)
})

test('"nothing to do" is never answered from a remembered state', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  await run(counter, '1', { add: 1 }, context('a'))
  rivalAdds(store, 7)
  store.beforeAppend('counter-1')
  store.beforeAppend = () => {}
  const { state, events } = await run(counter, '1', { add: 0 }, context('b'))
  assert.equal([state, events.length], [8, 0])
})

test('a stream that is fought over is given up as unavailable', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  rivalAdds(store, 1, 100)
  const refusal = await rejectionOf(run(counter, '1', { add: 1 }, context('a')))
  assert.equal([refusal.code, store.appends], ['SERVICE_UNAVAILABLE', 3])
})

test('a hint that the stream is new saves the read and is harmless when wrong', async () => {
  const store = memoryStore()
  await createExecute(store).run(counter, '1', { add: 5 }, context('a'), { expectNoStream: true })
  assert.is(store.reads, 0)
  const { state, revision } = await createExecute(store).run(counter, '1', { add: 1 }, context('b'), {
    expectNoStream: true,
  })
  assert.equal([state, revision], [6, 1])
})

test('the same command twice is one event, two commands are two', async () => {
  const store = memoryStore()
  await createExecute(store).run(counter, '1', { add: 1 }, context('a'), { expectNoStream: true })
  await createExecute(store).run(counter, '1', { add: 1 }, context('a'), { expectNoStream: true })
  assert.is((await store.read('counter-1')).length, 1)
  await createExecute(store).run(counter, '1', { add: 1 }, context('b'), { expectNoStream: true })
  assert.is((await store.read('counter-1')).length, 2)
})

test('a silent store is reported as unavailable, with Retry-After', async () => {
  const store = memoryStore()
  store.append = async () => {
    throw new StoreUnavailable('testing', new Error('silence'))
  }
  const refusal = await rejectionOf(createExecute(store).run(counter, '1', { add: 1 }, context('a')))
  assert.equal([refusal.code, refusal.status, refusal.retryAfterS], ['SERVICE_UNAVAILABLE', 503, 2])
})

test('200 at once on one stream take turns: every one counts once, none is in vain', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  await Promise.all(Array.from({ length: 200 }, (_, n) => run(counter, '1', { add: 1 }, context(`c${n}`))))
  const { load } = createExecute(store)
  assert.is((await load(counter, '1')).state, 200)
  assert.is(store.appends, 200)
})

test('behind a store that is silent commands do not pile up: who waited too long for a turn is refused, not run later', async () => {
  const store = memoryStore()
  const slow = {
    ...store,
    append: async (...given: Parameters<typeof store.append>) => {
      await delay(TURN_MS_MAX + 300)
      return store.append(...given)
    },
  }
  const { run, load } = createExecute(slow)
  const first = run(counter, '1', { add: 1 }, context('a'))
  const waiting = Array.from({ length: 20 }, (_, n) => rejectionOf(run(counter, '1', { add: 1 }, context(`w${n}`))))
  assert.is((await first).state, 1)
  for (const { code, retryAfterS } of await Promise.all(waiting))
    assert.equal([code, retryAfterS], ['SERVICE_UNAVAILABLE', 2])
  assert.is((await load(counter, '1')).state, 1)
})

test('a command that is made on the state is made anew for each try, and on what the store says before nothing is done', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  await run(counter, '1', { add: 1 }, context('a'))
  const seen: number[] = []
  rivalAdds(store, 10, 2)
  const { state } = await run(counter, '1', async state => ({ add: seen.push(state) }), context('b'))
  assert.equal([seen, state], [[1, 11, 21], 24])
  rivalAdds(store, 0)
  const unknowing = createExecute(store)
  await unknowing.run(counter, '1', { add: 1 }, context('c'))
  const asked: number[] = []
  await run(counter, '1', async state => ({ add: 0 * asked.push(state) }), context('d'))
  assert.equal(asked, [24, 25])
})

test('a patient command does not give up with what it remembered, which the next one would begin with', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  await run(counter, '1', { add: 1 }, context('a'))
  rivalAdds(store, 1)
  const { state } = await run(counter, '1', { add: 1 }, context('b'), { retryBudgetMs: 0 })
  assert.is(state, 3)
})

test('a patient command outlasts more rivals than another, and gives up when its time is over', async () => {
  const store = memoryStore()
  const { run } = createExecute(store)
  rivalAdds(store, 1, 30)
  const { state } = await run(counter, '1', { add: 1 }, context('a'), { retryBudgetMs: 10_000 })
  assert.is(state, 31)
  rivalAdds(store, 1, Number.POSITIVE_INFINITY)
  const since = performance.now()
  const refused = await rejectionOf(run(counter, '2', { add: 1 }, context('b'), { retryBudgetMs: 200 }))
  assert.is(refused.code, 'SERVICE_UNAVAILABLE')
  assert.ok(performance.now() - since < 10_000)
})

test('a stream that is known to be absent is not read where the caller allows it, and read as ever elsewhere', async () => {
  const store = memoryStore()
  const asked: unknown[] = []
  const isAbsent = (...question: unknown[]) => asked.push(question) > 0
  const { load } = createExecute(store, { isAbsent, markPossible: () => {} })
  const absent = await load(counter, '1', { absenceStalenessMsMax: 700 })
  assert.equal([absent.state, absent.revision, store.reads], [0, -1, 0])
  assert.equal(asked, [[counter.prefix, counter.stream('1'), 700]])
  await load(counter, '1')
  assert.equal([asked.length, store.reads], [1, 1])
})

test('a stream that is not known to be absent is read', async () => {
  const store = memoryStore()
  await createExecute(store).run(counter, '1', { add: 3 }, context('a'))
  const { load } = createExecute(store, { isAbsent: () => false, markPossible: () => {} })
  assert.is((await load(counter, '1', { absenceStalenessMsMax: 700 })).state, 3)
})

test('a new stream is noted before it is written, also where it never is', async () => {
  const store = memoryStore()
  const noted: string[] = []
  const note = (prefix: string, stream: string) => void noted.push(`${prefix} ${stream} ${store.appends}`)
  const { run } = createExecute(store, { isAbsent: () => false, markPossible: note })
  await run(counter, '1', { add: 1 }, context('a'))
  await run(counter, '1', { add: 1 }, context('b'))
  store.append = async () => {
    throw new StoreUnavailable('appending', new Error('its outcome is not known'))
  }
  await rejectionOf(run(counter, '2', { add: 1 }, context('c')))
  const of = (id: string, appends: number) => `${counter.prefix} ${counter.stream(id)} ${appends}`
  assert.equal(noted, [of('1', 0), of('2', 2)])
})

test.run()
