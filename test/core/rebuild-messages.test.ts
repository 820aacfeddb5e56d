import * as assert from 'uvu/assert'
import { builtMessage, differenceLines, formatDuration, progressMessage } from '#programs/rebuild/messages.ts'
import { createRateEstimator } from '#programs/rebuild/rate-estimator.ts'
import { parseAsOfPoint } from '#projector/as-of-point.ts'
import { UsageError } from '#terminal/command-line.ts'
import { suite } from '../harness/suite.ts'

const test = suite('what a rebuild says')
const at = (commit: number) => ({ commit: BigInt(commit), prepare: BigInt(commit) })

test('how far it is, how fast, and what is left, by what this run has read', () => {
  let ms = 0
  const pace = createRateEstimator(1_000n, () => ms)
  const told = (events: number, place: number) => {
    const progress = { events, position: at(place), before: 100, phase: 'reading' as const }
    return progressMessage(progress, pace(progress))
  }
  assert.is(told(100, 200), '100 events read, 20 % of the log')
  ms = 10_000
  assert.is(told(5_100, 600), '5,100 events read, 60 % of the log, 500 events/s, 10 s left')
  ms = 20_000
  assert.is(told(9_100, 1_000), '9,100 events read, 100 % of the log, 450 events/s, 1 s left')
  ms = 30_000
  assert.is(told(9_200, 1_010), '9,200 events read, 100 % of the log, 303 events/s, 1 s left')
  const empty = { events: 0, position: null, before: 0, phase: 'reading' as const }
  assert.is(progressMessage(empty, createRateEstimator(null)(empty)), '0 events read')
  const indexing = { ...empty, events: 7, phase: 'making indexes' as const }
  assert.is(progressMessage(indexing, pace(indexing)), '7 events, making indexes')
})

test('what it took', () => {
  assert.equal([0.0421, 3.26, 59.94, 200, 7_530].map(formatDuration), [
    '42 ms',
    '3.3 s',
    '59.9 s',
    '3 min 20 s',
    '2 h 6 min',
  ])
  assert.is(builtMessage({ events: 1_234, before: 0, seconds: 2 }), 'from 1,234 events in 2.0 s')
  assert.is(
    builtMessage({ events: 1_234, before: 1_000, seconds: 2 }),
    'from 1,234 events (1,000 of them applied by an earlier run) in 2.0 s',
  )
})

test('which rows differ, by their key, and in what; long values are cut', () => {
  const key = ['family', 'id']
  const row = { family: 'refund', id: 1, facts: { note: 'x'.repeat(100) }, hash: 'a' }
  const told = [
    { live: row, rebuilt: { ...row, hash: 'b', facts: null } },
    { live: row, rebuilt: { ...row } },
    { live: null, rebuilt: row },
    { live: row, rebuilt: null },
  ]
  assert.equal(differenceLines([{ table: 'history', key, rows: 9, differing: 1_004, samples: told }]), [
    `  history family "refund", id 1: facts is {"note":"${'x'.repeat(51)}…, rebuilt null; hash is "a", rebuilt "b"`,
    '  history family "refund", id 1: the same values, written differently',
    '  history family "refund", id 1: the row exists only when it is rebuilt',
    '  history family "refund", id 1: the row does not exist when it is rebuilt',
    '  history: 1,000 more',
  ])
})

test('a moment has one name, however it is written', () => {
  const now = new Date('2026-11-22T00:00:00Z')
  const names = ['2026-09-30T23:59:59.999Z', '2026-10-01T01:59:59.9995+02:00', '2026-01-01T00:00:00Z', '7', '007']
  assert.equal(
    names.map(text => parseAsOfPoint(text, now).schema),
    ['until_20260930_235959_999', 'until_20260930_235959_999', 'until_20260101_000000_000', 'until_7', 'until_7'],
  )
  for (const text of [
    '2026-11-22T00:00:00Z',
    '2026-02-30T00:00:00Z',
    '2026-09-30',
    '',
    '-1',
    '1.5',
    '0x10',
    '7 ',
    '9223372036854775808',
  ])
    assert.throws(
      () => parseAsOfPoint(text, now),
      (error: unknown) => error instanceof UsageError,
      text,
    )
})

test.run()
