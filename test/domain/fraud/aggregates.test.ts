import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { createAggregates } from '#domain/fraud/aggregates.ts'
import { DAY_MS, type Entry, HOUR_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { suite } from '../../harness/suite.ts'

const test = suite('what is known across users')
const HOUR = Date.parse('2026-03-03T15:00:00Z')
/** Half past. */
const NOW = HOUR + HOUR_MS / 2

function entry(at: number, more: Partial<Entry> = {}): Entry {
  const none = { category: null, device: null, ip: null, isSpike: false, currency: 'EUR' }
  return { at, minor: 100, base: 100, operation: 'payment', merchant: 'm', ...none, ...more }
}

/** At the merchant, after others had one transaction each at these times. */
function merchantAfter(...times: number[]) {
  const aggregates = createAggregates()
  for (const [user, at] of times.entries()) aggregates.add(entry(at), `user ${user}`)
  return aggregates.aggregatesFor(entry(NOW), 'somebody').merchant!
}

test('windows of a merchant are whole hours, the own one the last', () => {
  const { n24h, n7d, sum7d } = merchantAfter(
    HOUR,
    NOW,
    HOUR + HOUR_MS - 1,
    HOUR + HOUR_MS,
    HOUR - 23 * HOUR_MS,
    HOUR - 23 * HOUR_MS - 1,
  )
  // What was recorded in the own hour counts even where its own time is later; the next hour does not.
  assert.equal([n24h, n7d, sum7d], [4, 5, 500])
  assert.is(merchantAfter(HOUR - 167 * HOUR_MS).n7d, 1)
  assert.is(merchantAfter(HOUR - 167 * HOUR_MS - 1).n7d, 0)
})

test('delayed windows are the same, 168 hours earlier', () => {
  const before = (hours: number) => {
    const { n1d, n7d, n30d } = merchantAfter(HOUR - hours * HOUR_MS).delayed
    return [n1d, n7d, n30d]
  }
  assert.equal(before(167), [0, 0, 0])
  assert.equal(before(168), [1, 1, 1])
  assert.equal(before(168 + 23), [1, 1, 1])
  assert.equal(before(168 + 24), [0, 1, 1])
  assert.equal(before(168 + 167), [0, 1, 1])
  assert.equal(before(168 + 168), [0, 0, 1])
  assert.equal(before(168 + 719), [0, 0, 1])
  assert.equal(before(168 + 720), [0, 0, 0])
})

test('frauds count by when they became known, to the millisecond', () => {
  const aggregates = createAggregates()
  const at = (time: number) => {
    const { merchant, known } = aggregates.aggregatesFor(entry(time), 'u')
    return [merchant!.known.n1d, merchant!.known.n7d, merchant!.known.n30d, merchant!.known.last, known.n, known.last]
  }
  assert.equal(at(NOW), [0, 0, 0, null, 0, null])
  aggregates.known({ user: 'u', merchant: 'm', at: NOW })
  aggregates.known({ user: 'other', merchant: 'm', at: NOW + 5 })
  aggregates.known({ user: 'u', merchant: null, at: NOW + 7 })
  assert.equal(at(NOW - 1), [0, 0, 0, null, 0, null])
  assert.equal(at(NOW), [1, 1, 1, NOW, 1, NOW])
  assert.equal(at(NOW + DAY_MS - 1), [2, 2, 2, NOW + 5, 2, NOW + 7])
  assert.equal(at(NOW + DAY_MS)[0], 1)
  assert.equal(at(NOW + 7 * DAY_MS)[1], 1)
  assert.equal(at(NOW + 30 * DAY_MS), [0, 0, 1, NOW + 5, 2, NOW + 7])
})

test('users of a device are others, seen with it in 30 days', () => {
  const aggregates = createAggregates()
  const users = (at: number, device: string | null = 'd') =>
    aggregates.aggregatesFor(entry(at, { device }), 'u').deviceUsers
  for (const user of ['u', 'v', 'w']) aggregates.add(entry(NOW, { device: 'd', merchant: null }), user)
  aggregates.add(entry(NOW + DAY_MS, { device: 'd' }), 'w')
  aggregates.add(entry(NOW - DAY_MS, { device: 'd' }), 'w')
  assert.equal(
    [users(NOW), users(NOW + WINDOW_MS_MAX - 1), users(NOW + WINDOW_MS_MAX), users(NOW + DAY_MS + WINDOW_MS_MAX)],
    [2, 2, 1, 0],
  )
  assert.equal([users(NOW, 'e'), users(NOW, null)], [0, 0])
  assert.is(aggregates.aggregatesFor(entry(NOW, { merchant: null }), 'u').merchant, null)
})

test('evicted data are in no window, not even of a transaction that is 30 days late', () => {
  const entries = fc.array(
    fc.record({ at: fc.integer({ min: NOW - 150 * DAY_MS, max: NOW }), user: fc.constantFrom('u', 'v', 'w') }),
    { maxLength: 200 },
  )
  fc.assert(
    fc.property(entries, fc.integer({ min: 0, max: WINDOW_MS_MAX }), (some, late) => {
      const sorted = some.toSorted((a, b) => a.at - b.at)
      const newest = sorted.at(-1)?.at ?? NOW
      const scored = entry(newest - late, { device: 'd' })
      const play = (rows: typeof some) => {
        const aggregates = createAggregates()
        for (const { at, user } of rows) {
          aggregates.add(entry(at, { device: 'd' }), user)
          if (user !== 'u') aggregates.known({ user, merchant: 'm', at })
        }
        return aggregates.aggregatesFor(scored, 'u')
      }
      const longest = newest - WINDOW_MS_MAX - 37 * DAY_MS - DAY_MS
      const { known, ...merchant } = play(sorted).merchant!
      const young = play(sorted.filter(({ at }) => at > longest))
      assert.equal(merchant, (({ known: _, ...rest }) => rest)(young.merchant!))
      assert.equal(
        [known.n1d, known.n7d, known.n30d],
        (({ n1d, n7d, n30d }) => [n1d, n7d, n30d])(young.merchant!.known),
      )
      const seen = sorted.filter(({ at, user }) => user !== 'u' && at <= scored.at).at(-1)
      assert.is(known.last, seen?.at ?? null)
    }),
  )
})

test.run()
