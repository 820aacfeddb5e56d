import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { DAY_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { historyBefore, type ProfileState, profiles } from '#domain/fraud/profile/decider.ts'
import type { ProfileEvent } from '#domain/fraud/profile/events.ts'
import { fold, type Recorded } from '#event-sourcing/decider.ts'
import { suite } from '../../harness/suite.ts'
import { NOW, recorded, ref, scoreOf, transactionAt } from './samples.ts'

const test = suite('the profile of a user')

const { decider } = profiles

/** Decides one command after the other, as `execute` does, and answers what is in the stream then. */
function played(commands: readonly { id: string; at: number; isScored: boolean }[]) {
  const events: Recorded<ProfileEvent>[] = []
  let state = decider.initial
  for (const { id, at, isScored } of commands) {
    const command = isScored
      ? { type: 'score' as const, ref: ref(id), transaction: transactionAt(at), score: scoreOf(0.1) }
      : { type: 'enter' as const, ref: ref(id), transaction: transactionAt(at) }
    for (const event of decider.decide(command, state)) {
      profiles.assertValid(event)
      events.push(recorded(event, events.length))
      state = fold(decider, events.slice(-1), state)
    }
  }
  return { events, state }
}

const commands = fc.array(
  fc.record({
    id: fc.integer({ min: 0, max: 40 }).map(String),
    at: fc.integer({ min: 0, max: 70 * 24 }).map(hours => NOW + hours * 3_600_000),
    isScored: fc.boolean(),
  }),
  { maxLength: 120 },
)

const seen = ({ history }: ProfileState) => history

test('is the same from its tail as from all of it, whatever came late', () => {
  fc.assert(
    fc.property(commands, given => {
      const { events, state } = played(given)
      const newest = events.at(-1)
      if (newest === undefined) return
      const first = events.findLastIndex(event => profiles.isFoldStart(event, newest))
      const tail = fold(decider, events.slice(Math.max(first, 0)))
      assert.equal(seen(tail), seen(state))
    }),
    { numRuns: 300 },
  )
})

test('is the same folded at once as one by one, and holds each transaction once, by time', () => {
  fc.assert(
    fc.property(commands, given => {
      const { events, state } = played(given)
      assert.equal(seen(fold(decider, events)), seen(state))
      const times = state.history.entries.map(({ at }) => at)
      assert.equal(
        times,
        times.toSorted((a, b) => a - b),
      )
      const newest = Math.max(...times)
      assert.ok(times.every(at => at > newest - WINDOW_MS_MAX))
      const entered = events.filter(({ type, data }) => type === 'TransactionEntered' || data.has_entered)
      assert.is(new Set(entered.map(({ data }) => data.transaction_id)).size, entered.length)
      assert.is(state.history.count, entered.length)
    }),
    { numRuns: 300 },
  )
})

test('scores a transaction once, and enters none that was scored', () => {
  const { events, state } = played([
    { id: 'a', at: NOW, isScored: true },
    { id: 'a', at: NOW, isScored: true },
    { id: 'a', at: NOW, isScored: false },
  ])
  assert.equal(
    events.map(({ type }) => type),
    ['TransactionScored'],
  )
  assert.equal(state.known.get('a')?.scoredAt, 0)
})

test('scores one that had entered on what was there without it, and counts it once', () => {
  const { events, state } = played([
    { id: 'a', at: NOW, isScored: false },
    { id: 'b', at: NOW + 1, isScored: false },
  ])
  assert.equal(
    historyBefore(state, 'a').entries.map(({ at }) => at),
    [NOW + 1],
  )
  const [scored] = decider.decide(
    { type: 'score', ref: ref('a'), transaction: transactionAt(NOW), score: scoreOf(0.1) },
    state,
  )
  assert.is(scored?.type === 'TransactionScored' && scored.data.has_entered, false)
  const after = fold(decider, [recorded(scored!, events.length)], state)
  assert.is(after.history.count, 2)
  assert.is(after.history.entries.length, 2)
  assert.is(after.known.get('a')?.scoredAt, 2)
  assert.is(historyBefore(after, 'a').entries.length, 1)
})

test('scores one that is too old for any window and enters it nowhere', () => {
  const { events, state } = played([
    { id: 'new', at: NOW + WINDOW_MS_MAX, isScored: true },
    { id: 'edge', at: NOW + 1, isScored: true },
    { id: 'old', at: NOW, isScored: true },
    { id: 'older', at: NOW - DAY_MS, isScored: false },
  ])
  assert.equal(
    events.map(({ data }) => [data.transaction_id, 'has_entered' in data && data.has_entered]),
    [
      ['new', true],
      ['edge', true],
      ['old', false],
    ],
  )
  assert.equal(
    state.history.entries.map(({ at }) => at),
    [NOW + 1, NOW + WINDOW_MS_MAX],
  )
})

test('remembers a bounded number of those that are in no window', () => {
  const old = Array.from({ length: 1_000 }, (_, n) => ({ id: `old ${n}`, at: NOW, isScored: true }))
  const { state } = played([{ id: 'new', at: NOW + WINDOW_MS_MAX, isScored: true }, ...old])
  assert.ok(state.known.size <= 129, String(state.known.size))
  assert.ok(state.known.has('new') && state.known.has('old 999') && !state.known.has('old 1'))
})

test('all transactions in the windows are known, regardless of their number', () => {
  const many = Array.from({ length: 300 }, (_, n) => ({ id: `tx ${n}`, at: NOW + n, isScored: n % 2 === 0 }))
  const { events, state } = played(many)
  for (const one of [state, fold(decider, events)])
    assert.equal(
      many.map(({ id }) => one.known.get(id)),
      one.history.entries.map((entry, n) => ({ scoredAt: n % 2 === 0 ? n : null, entry })),
    )
})

/** Of the thread's own time; a copy of all that is known makes this ten times as long. */
const COPIES_MS_MAX = 2_000

test('one more transaction of a user with very many does not copy all known ones', () => {
  const scored = (n: number) => {
    const [event] = decider.decide(
      { type: 'score', ref: ref(`tx ${n}`), transaction: transactionAt(NOW + n), score: scoreOf(0.1) },
      decider.initial,
    )
    return recorded(event!, n)
  }
  const many = 5_000
  const events = Array.from({ length: 2 * many }, (_, n) => scored(n))
  const from = fold(decider, events.slice(0, many))
  const before = process.threadCpuUsage()
  const state = events.slice(many).reduce((state, event) => fold(decider, [event], state), from)
  const { user, system } = process.threadCpuUsage(before)
  assert.equal([state.history.entries.length, state.known.size], [2 * many, 2 * many])
  assert.ok((user + system) / 1_000 < COPIES_MS_MAX, `${(user + system) / 1_000} ms`)
})

test.run()
