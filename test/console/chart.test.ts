import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import * as assert from 'uvu/assert'
import { formatDuration } from '#console/format/duration.ts'
import { formatPeriod } from '#console/format/period.ts'
import { countFailing } from '#console/overview/failing-endpoints.ts'
import { durationSeries, enteredSeries, levelShares } from '#console/overview/statistics-series.ts'
import { queryOf, rangeNameOf } from '#console/overview/time-range.ts'
import { axisEnd, pathOf } from '#console/ui/chart-lines.ts'
import { suite } from '../harness/suite.ts'

/** Lines of charts, and their colours. */
const test = suite('console: charts')
const endOf = (...values: (number | null)[]) => axisEnd([{ name: 'one', values }])

test('the axis ends at a round number above all values', () => {
  assert.equal([endOf(), endOf(0, null), endOf(3), endOf(23, 7), endOf(0.9), endOf(100)], [1, 1, 5, 25, 1, 100])
  // Counts, and seconds with milliseconds.
  const value = fc.oneof(fc.constant(0), fc.double({ min: 0.001, max: 1e12, noNaN: true }))
  fc.assert(
    fc.property(fc.array(value), values => {
      const end = endOf(...values)
      assert.ok(end > 0 && values.every(value => value <= end))
    }),
  )
})

test('a line is interrupted where there is no value, and a single value is a dot', () => {
  assert.is(pathOf([0, 5, 10], 10), 'M0 100L50 50L100 0')
  assert.is(pathOf([1, 1, null, 1, null], 1), 'M0 0L25 0M75 0h0.01')
  assert.is(pathOf([1], 1), 'M0 0h0.01')
  assert.is(pathOf([null, null], 1), '')
})

test('periods are named in UTC, wherever the reader is', () => {
  assert.is(formatPeriod('2026-11-29T23:00:00.000Z', 'hour', 'en-GB'), '29 Nov, 23:00')
  assert.is(formatPeriod('2026-11-29T00:00:00.000Z', 'day', 'en-GB'), '29 Nov')
  assert.is(formatPeriod('2026-11-01T00:00:00.000Z', 'month', 'en-GB'), 'Nov 2026')
})

test('statistics become series, with zero for a status that none entered and nothing for no duration', () => {
  const steps = [{ entries: [{ status: 'open', count: 2 }] }, { entries: [] }]
  assert.equal(enteredSeries(steps, [['open', 'Opened']]), [{ name: 'Opened', values: [2, 0] }])
  assert.equal(durationSeries([{ p50_seconds: 1, p95_seconds: null }]), [
    { name: 'Half within', values: [1] },
    { name: '95 % within', values: [null] },
  ])
  const entries = [
    { status: 'open', level: 'high', outcome: null, count: 3 },
    { status: 'resolved', level: 'high', outcome: 'confirmed_fraud', count: 1 },
    { status: 'resolved', level: 'high', outcome: 'legitimate', count: 1 },
  ]
  assert.equal(levelShares({ entries }, ['high', 'low']), [
    { level: 'high', opened: 3, resolved: 2, confirmed: 1 },
    { level: 'low', opened: 0, resolved: 0, confirmed: 0 },
  ])
})

test('a range of the address is one of three, and durations have two digits or two units', () => {
  assert.equal(['day', 'constructor', undefined].map(rangeNameOf), ['day', 'month', 'month'])
  assert.equal(queryOf('day', Date.parse('2026-11-29T12:30:00Z')), {
    step: 'hour',
    since: '2026-11-28T12:30:00.000Z',
    until: '2026-11-29T12:30:00.000Z',
  })
  const shown = [0.256, 12.3, 90, 100_000].map(seconds => formatDuration(seconds, 'en-GB'))
  assert.equal(shown, ['0.26 s', '12 s', '1 min 30 s', '1 d 3 h'])
})

test('each line has a contrast of at least 3 to its ground, in both schemes', () => {
  const css = readFileSync(new URL('../../src/console/style.css', import.meta.url), 'utf8')
  const colours = new Map(
    [...css.matchAll(/(--[\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(([, name, ...both]) => [name, both]),
  )
  const lines = [...colours.keys()].filter(name => name?.startsWith('--chart-'))
  assert.is(lines.length, 4)
  for (const scheme of [0, 1])
    for (const line of lines) {
      const contrast = contrastOf(colours.get(line)![scheme]!, colours.get('--raised')![scheme]!)
      assert.ok(contrast >= 3, `${line}: ${contrast}`)
    }
})

/** WCAG 2.2, contrast ratio. */
function contrastOf(one: string, other: string): number {
  const [dark, light] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

function luminanceOf(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test('an endpoint fails that is on and took nothing of what was sent to it', () => {
  const endpoint = (webhook_id: string, status: 'active' | 'disabled' = 'active') => ({ webhook_id, status })
  const sent = (webhook_id: string, first_try: number, after_retries: number, given_up: number, waiting: number) => ({
    ...{ webhook_id, first_try, after_retries, given_up, waiting },
  })
  const endpoints = [...['a', 'b', 'c', 'd', 'quiet'].map(id => endpoint(id)), endpoint('off', 'disabled')]
  const statistics = [
    ...[sent('a', 0, 0, 0, 1), sent('b', 0, 0, 2, 0), sent('c', 1, 0, 5, 5), sent('d', 0, 1, 5, 5)],
    ...[sent('off', 0, 0, 3, 0), sent('deleted', 0, 0, 3, 0)],
  ]
  assert.is(countFailing(endpoints, statistics), 2)
})

test.run()
