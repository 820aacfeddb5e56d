import * as assert from 'uvu/assert'
import { bucketOf, durationStatistics } from '#values/duration-histogram.ts'
import { suite } from '../harness/suite.ts'
import { random } from '../projector/refund-histories.ts'

const test = suite('a histogram of durations')

const countsOf = (durations: readonly number[]) => {
  const counts = new Map<number, number>()
  for (const ms of durations) counts.set(bucketOf(ms), (counts.get(bucketOf(ms)) ?? 0) + 1)
  return counts
}

test('reports every duration from a millisecond to a year within 5 %', () => {
  const YEAR_MS = 366 * 86_400_000
  for (let ms = 1; ms < YEAR_MS; ms = Math.max(ms + 1, Math.floor(ms * 1.0007))) {
    const { p50_seconds } = durationStatistics(countsOf([ms]))
    assert.ok(Math.abs(p50_seconds! * 1_000 - ms) <= ms * 0.05, `${ms} ms: ${p50_seconds} s`)
  }
})

test('takes a clock that was set back for the shortest duration, and has an end', () => {
  assert.is(bucketOf(-5_000), 1)
  assert.is(bucketOf(0), 1)
  assert.is(bucketOf(Number.MAX_SAFE_INTEGER), bucketOf(10 * 366 * 86_400_000))
})

test('has the percentiles of nearest rank, and none without durations', () => {
  const next = random(3)
  const durations = Array.from({ length: 2_000 }, () => Math.round(1_500 * 40 ** next())).sort((a, b) => a - b)
  const { count, p50_seconds, p95_seconds, buckets } = durationStatistics(countsOf(durations))
  for (const [portion, seconds] of [
    [0.5, p50_seconds],
    [0.95, p95_seconds],
  ] as const) {
    const exact = durations[Math.ceil(portion * durations.length) - 1]!
    assert.ok(Math.abs(seconds! * 1_000 - exact) <= exact * 0.05, `${portion}: ${seconds}, exactly ${exact}`)
  }
  assert.is(count, 2_000)
  assert.is(
    buckets.counts.reduce((sum, one) => sum + one, 0),
    2_000,
  )
  assert.ok(buckets.counts.length < 50, `${buckets.counts.length} buckets`)
  const none = { count: 0, p50_seconds: null, p95_seconds: null, buckets: { up_to_seconds: [], counts: [] } }
  assert.equal(durationStatistics(new Map()), none)
})

test('of two parts, added up by their bounds, is that of the whole', () => {
  const [one, other] = [
    [3, 1_700, 1_710, 90_000],
    [3, 5, 1_705, 4_000_000],
  ]
  const merged = new Map<number, number>()
  for (const { buckets } of [durationStatistics(countsOf(one!)), durationStatistics(countsOf(other!))])
    for (const [index, bound] of buckets.up_to_seconds.entries())
      merged.set(bound * 1_000, (merged.get(bound * 1_000) ?? 0) + buckets.counts[index]!)
  assert.equal(durationStatistics(merged), durationStatistics(countsOf([...one!, ...other!])))
})

test.run()
