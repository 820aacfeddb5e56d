import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import { coverRange } from '#queries/refunds/cover-range.ts'
import { PERIODS, periodStart } from '#values/utc-periods.ts'
import { suite } from '../harness/suite.ts'

const test = suite('which counters cover a date range')
const ms = (text: string) => Date.parse(text)
const HOUR_MS = 3_600_000

test('no dates: every month', () => {
  assert.equal(coverRange({ from: null, until: null }), {
    counted: [{ period: 'month', from: null, until: null }],
    single: [],
  })
})

test('a whole month is one stretch of months', () => {
  const range = { from: ms('2026-02-01T00:00:00Z'), until: ms('2026-03-01T00:00:00Z') }
  assert.equal(coverRange(range), { counted: [{ period: 'month', ...range }], single: [] })
})

test('a range inside an hour is counted one by one', () => {
  const range = { from: ms('2026-02-01T10:10:00Z'), until: ms('2026-02-01T10:20:00Z') }
  assert.equal(coverRange(range), { counted: [], single: [range] })
})

test('a range over the full hour that holds no whole one is one piece, also when it is longer than an hour', () => {
  const range = { from: ms('2026-02-01T10:00:00.001Z'), until: ms('2026-02-01T11:59:59.999Z') }
  assert.equal(coverRange(range), { counted: [], single: [range] })
})

test('an open end takes the rest of its month, day and hour, and every month after', () => {
  const from = ms('2026-02-27T22:30:00Z')
  assert.equal(coverRange({ from, until: null }), {
    counted: [
      { period: 'month', from: ms('2026-03-01T00:00:00Z'), until: null },
      { period: 'day', from: ms('2026-02-28T00:00:00Z'), until: ms('2026-03-01T00:00:00Z') },
      { period: 'hour', from: ms('2026-02-27T23:00:00Z'), until: ms('2026-02-28T00:00:00Z') },
    ],
    single: [{ from, until: ms('2026-02-27T23:00:00Z') }],
  })
})

test('any instant is covered once when it is in the range and never when it is not', () => {
  const base = ms('2024-01-01T00:00:00Z')
  // Whole units are drawn often, so that bounds fall on starts of periods.
  const instant = fc
    .tuple(
      fc.integer({ min: 0, max: 900 * 24 }),
      fc.constantFrom(0, 0, 1, HOUR_MS - 1, 1_234_567),
      fc.constantFrom(1, 24),
    )
    .map(([hours, rest, unit]) => base + Math.floor(hours / unit) * unit * HOUR_MS + rest)
  const bound = fc.option(instant, { freq: 6, nil: null })
  fc.assert(
    fc.property(bound, bound, fc.array(instant, { minLength: 1, maxLength: 20 }), (from, until, instants) => {
      const { counted, single } = coverRange({ from, until })
      const edges = [from, until].flatMap(edge => (edge === null ? [] : [edge - 1, edge, edge + 1]))
      for (const at of [...instants, ...edges]) {
        const inside = (range: { from: number | null; until: number | null }, point: number) =>
          (range.from === null || point >= range.from) && (range.until === null || point < range.until)
        const times =
          counted.filter(range => inside(range, ms(periodStart(range.period, new Date(at).toISOString())))).length +
          single.filter(range => inside(range, at)).length
        assert.is(times, inside({ from, until }, at) ? 1 : 0)
      }
      assert.ok(single.length <= 2)
      assert.ok(single.reduce((sum, range) => sum + range.until! - range.from!, 0) < 2 * HOUR_MS)
      assert.ok(counted.length <= 2 * PERIODS.length - 1)
    }),
    { numRuns: 500 },
  )
})

test.run()
