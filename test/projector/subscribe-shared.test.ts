import { setImmediate as turn } from 'node:timers/promises'
import * as assert from 'uvu/assert'
import type { LoggedEvent, Position, SubscribeOptions } from '#event-sourcing/event-store.ts'
import { subscribeShared } from '#projector/subscribe-shared.ts'
import { isAfter } from '#subscription/checkpoint.ts'
import { depth } from '../harness/depth.ts'
import { suite } from '../harness/suite.ts'
import { random } from './refund-histories.ts'
import { eventually } from './table-contents.ts'

const test = suite('a shared subscription')

const PREFIXES = ['one-', 'two-', 'three-', 'four-']
const EVENTS = 2_000
const AWAY_MS_MAX = 60_000
/** Everything is near; no one is slow. */
const WIDE = { apartMax: 1n << 60n, heldUpMsMax: 60_000 }

const at = (index: number): Position => ({ commit: BigInt(index), prepare: BigInt(index) })

const log = Array.from({ length: EVENTS }, (_, index): LoggedEvent => {
  const stream = `${PREFIXES[(index * 7 + (index >> 3)) % PREFIXES.length]}${index}`
  const actor = { sub: 'usr_1', client_id: 'clt_1', role: 'integrator' }
  const ids = { request_id: 'req_1', correlation_id: 'req_1', causation_id: null, prev_hash: null, hash: 'h' }
  const metadata = { v: 1 as const, at: '2026-01-01T00:00:00.000Z', actor, ...ids }
  return {
    id: String(index),
    stream,
    revision: 0,
    type: 'Was',
    data: {},
    at: metadata.at,
    metadata,
    position: at(index),
  }
})

/** What `prefixes` select after `from`. */
const wanted = (prefixes: readonly string[], from: Position | null) =>
  log.filter(({ stream, position }) => isAfter(position, from) && prefixes.some(prefix => stream.startsWith(prefix)))

/** A store of `log` in memory that counts what it sends and the open subscriptions. */
function storeOfLog(batchMax = () => 50, onSent = (_isEnd: boolean) => {}) {
  const counted = { sent: 0, open: 0 }
  const store = {
    end: async () => at(EVENTS - 1),
    async subscribe({ prefixes, from, signal, handle, onState, onCaughtUp }: SubscribeOptions) {
      counted.open += 1
      onState?.('live')
      let left = wanted(prefixes, from)
      try {
        while (left.length > 0) {
          await turn()
          if (signal.aborted) return
          const events = left.slice(0, batchMax())
          left = left.slice(events.length)
          counted.sent += events.length
          const handled = handle({ events, position: events.at(-1)!.position })
          onSent(false)
          await handled
        }
        onCaughtUp?.()
        onSent(true)
        if (!signal.aborted) await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
      } finally {
        counted.open -= 1
      }
    },
  }
  return { store, counted }
}

type Part = {
  prefixes: string[]
  from?: Position | null
  /** Before each batch is taken. */
  pause?: () => Promise<unknown>
  failsAt?: number
  stopsAt?: number
  limits?: typeof WIDE
}

/** Subscribes until caught up, failed or stopped. */
function take(store: Parameters<typeof subscribeShared>[0], part: Part) {
  const { prefixes, from = null, pause = turn, failsAt = EVENTS, stopsAt = EVENTS, limits = WIDE } = part
  const stopping = new AbortController()
  const taken: LoggedEvent[] = []
  let batches = 0
  let isTaking = false
  let caughtUpWith: number | null = null
  const ended = subscribeShared(
    store,
    AWAY_MS_MAX,
    {
      ...{ prefixes, from, signal: stopping.signal, checkLog: async () => {} },
      async handle({ events }) {
        assert.not(isTaking, 'a batch at a time')
        isTaking = true
        await pause()
        for (const event of events as LoggedEvent[]) {
          assert.ok(Object.isFrozen(event))
          if (Number(event.position.commit) >= failsAt) {
            isTaking = false
            throw new Error(`no further than ${failsAt}`)
          }
          if (Number(event.position.commit) >= stopsAt) stopping.abort()
          taken.push(event)
        }
        batches += 1
        isTaking = false
      },
      onCaughtUp() {
        caughtUpWith = taken.length
        stopping.abort()
      },
    },
    limits,
  ).then(() => 'ended', String)
  return { ...part, from, ended, taken, batches: () => batches, caughtUpWith: () => caughtUpWith }
}

const idsOf = (events: readonly LoggedEvent[]) => events.map(({ id }) => id)

async function hasAll(part: ReturnType<typeof take>): Promise<void> {
  assert.is(await part.ended, 'ended')
  const all = idsOf(wanted(part.prefixes, part.from))
  assert.equal(idsOf(part.taken), all)
  assert.is(part.caughtUpWith(), all.length)
}

test('sends an event once to all who begin together', async () => {
  const { store, counted } = storeOfLog()
  const parts = [PREFIXES, PREFIXES, ['one-'], ['two-', 'three-']].map(prefixes => take(store, { prefixes }))
  for (const part of parts) await hasAll(part)
  assert.is(counted.sent, EVENTS)
})

test('goes back for one who joins later and behind, and the others take nothing twice', async () => {
  const { store, counted } = storeOfLog()
  const first = take(store, { prefixes: ['one-'], from: at(400) })
  await eventually('it reads', () => first.batches() > 3)
  const behind = take(store, { prefixes: ['one-', 'two-'], from: at(200) })
  const ahead = take(store, { prefixes: ['three-'], from: at(1_500) })
  for (const part of [first, behind, ahead]) await hasAll(part)
  assert.ok(counted.sent < EVENTS, `${counted.sent} events`)
})

for (const isAtEnd of [false, true])
  test(`gives one who joins ${isAtEnd ? 'at the end' : 'while a batch is on its way'} what passed before`, async () => {
    let joining: ReturnType<typeof take> | undefined
    const { store } = storeOfLog(undefined, isEnd => {
      // Between the steps of those who pass it on.
      if (isEnd === isAtEnd) queueMicrotask(() => (joining ??= take(store, { prefixes: ['two-'] })))
    })
    const first = take(store, { prefixes: ['one-'] })
    await hasAll(first)
    await hasAll(joining!)
  })

test('lets one who is far behind read alone until it has come up', async () => {
  const { store, counted } = storeOfLog()
  const limits = { ...WIDE, apartMax: 300n }
  const [go, goBehind] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const far = take(store, { prefixes: ['one-'], from: at(1_000), limits, pause: () => go.promise })
  const behind = take(store, { prefixes: ['one-', 'two-'], limits, pause: () => goBehind.promise })
  await eventually('both read', () => counted.open === 2)
  goBehind.resolve()
  await eventually('they have met', () => counted.open === 1)
  assert.is(behind.caughtUpWith(), null)
  go.resolve()
  await hasAll(far)
  await hasAll(behind)
})

test('does not wait for ever for a slow one, which takes everything later', async () => {
  const { store } = storeOfLog()
  const limits = { ...WIDE, heldUpMsMax: 50 }
  const blocked = Promise.withResolvers<void>()
  const slow = [PREFIXES, ['one-']].map(prefixes => take(store, { prefixes, limits, pause: () => blocked.promise }))
  const fast = [PREFIXES, ['two-']].map(prefixes => take(store, { prefixes, limits }))
  for (const part of fast) await hasAll(part)
  blocked.resolve()
  for (const part of slow) await hasAll(part)
})

test('stays one subscription while all are slow', async () => {
  const { store, counted } = storeOfLog(() => 1_000)
  const limits = { ...WIDE, heldUpMsMax: 20 }
  const pause = () => new Promise(resolve => setTimeout(resolve, 100))
  const parts = [PREFIXES, PREFIXES].map(prefixes => take(store, { prefixes, limits, pause }))
  for (const part of parts) await hasAll(part)
  assert.is(counted.sent, EVENTS)
})

test('fails for all when the store is gone, and for one when its log is another', async () => {
  const { store } = storeOfLog()
  const gone = { ...store, subscribe: () => Promise.reject(new Error('gone')) }
  const parts = [take(gone, { prefixes: ['one-'] }), take(gone, { prefixes: ['two-'] })]
  for (const part of parts) assert.is(await part.ended, 'Error: gone')
  const stopping = new AbortController()
  const options = { prefixes: ['one-'], from: null, signal: stopping.signal, handle: async () => {} }
  const checkLog = () => Promise.reject(new Error('another log'))
  const other = subscribeShared(store, AWAY_MS_MAX, { ...options, checkLog }, WIDE).then(() => 'ended', String)
  const part = take(store, { prefixes: ['one-'] })
  assert.is(await other, 'Error: another log')
  await hasAll(part)
})

const ROUNDS = depth(40, 1_000)

test('gives each member each of its events once and in order, at random speeds, failures and stops', async () => {
  const next = random(2_029)
  const pick = (count: number) => Math.floor(next() * count)
  for (let round = 0; round < ROUNDS; round += 1) {
    const { store, counted } = storeOfLog(() => 1 + pick(200))
    const limits = { apartMax: BigInt(pick(1_000)), heldUpMsMax: pick(3) === 0 ? 1 : 60_000 }
    const parts = []
    for (let number = 0; number < 6; number += 1) {
      const turns = pick(4)
      const part: Part = {
        prefixes: PREFIXES.filter((_, index) => index === number % PREFIXES.length || next() < 0.4),
        from: next() < 0.5 ? null : at(pick(EVENTS)),
        ...(next() < 0.2 ? { failsAt: pick(EVENTS) } : {}),
        ...(next() < 0.2 ? { stopsAt: pick(EVENTS) } : {}),
        limits,
        async pause() {
          for (let each = 0; each < turns; each += 1) await turn()
          if (pick(50) === 0) await new Promise(resolve => setTimeout(resolve, 3))
        },
      }
      parts.push(take(store, part))
      for (let wait = pick(20); wait > 0; wait -= 1) await turn()
    }
    for (const part of parts) {
      const outcome = await part.ended
      const taken = idsOf(part.taken)
      const all = idsOf(wanted(part.prefixes, part.from))
      assert.equal(taken, all.slice(0, taken.length))
      if (part.caughtUpWith() !== null) assert.is(part.caughtUpWith(), all.length)
      else if (outcome === 'ended') assert.ok(taken.length > 0 && Number(taken.at(-1)) >= part.stopsAt!)
      else
        assert.equal(
          taken,
          all.filter(id => Number(id) < part.failsAt!),
        )
    }
    await eventually('no subscription is left', () => counted.open === 0)
  }
})

test.run()
