import * as assert from 'uvu/assert'
import { intervals } from '#programs/training/bootstrap.ts'
import { cardPrecision } from '#programs/training/card-precision.ts'
import { daysOf, daysText } from '#programs/training/days.ts'
import { atLeast, brier, rankMetrics } from '#programs/training/metrics.ts'
import { markdownTable } from '#terminal/markdown-table.ts'
import { suite } from '../harness/suite.ts'

const test = suite('metrics')

function judged(...pairs: [label: number, score: number][]) {
  return { labels: Uint8Array.from(pairs, ([label]) => label), scores: Float64Array.from(pairs, ([, score]) => score) }
}

const close = (value: number, expected: number) => assert.ok(Math.abs(value - expected) < 1e-12, `${value} ${expected}`)

test('AUC and average precision are those that a hand computes', () => {
  // Of four pairs of a positive and a negative three are in order. Precision is 1/1 at the first positive, 2/3 at the
  // second.
  const { auc, averagePrecision } = rankMetrics(judged([0, 0.1], [1, 0.9], [0, 0.8], [1, 0.7]))
  close(auc, 3 / 4)
  close(averagePrecision, (1 + 2 / 3) / 2)
})

test('rows of one score are one step', () => {
  const same = rankMetrics(judged([1, 0.5], [0, 0.5], [0, 0.5], [1, 0.5]))
  assert.equal([same.auc, same.averagePrecision], [0.5, 0.5])
  // One pair in order, one tied.
  const { auc, averagePrecision } = rankMetrics(judged([1, 0.9], [1, 0.2], [0, 0.2]))
  close(auc, 3 / 4)
  close(averagePrecision, (1 + 2 / 3) / 2)
})

test('a weight of n counts a row n times', () => {
  const rows = judged([1, 0.9], [0, 0.8], [1, 0.7], [0, 0.1])
  const repeated = judged([1, 0.9], [0, 0.8], [0, 0.8], [1, 0.7], [1, 0.7], [1, 0.7])
  assert.equal(rankMetrics(rows, undefined, Float64Array.of(1, 2, 3, 0)), rankMetrics(repeated))
})

test('the Brier score, and precision and recall from a score on', () => {
  const rows = judged([1, 0.9], [0, 0.8], [1, 0.3], [0, 0.1])
  close(brier(rows), (0.01 + 0.64 + 0.49 + 0.01) / 4)
  assert.equal(atLeast(rows, 0.3), { rows: 3, positives: 2, precision: 2 / 3, recall: 1 })
  assert.equal(atLeast(rows, 0.3, 0.9), { rows: 2, positives: 1, precision: 1 / 2, recall: 1 / 2 })
})

test('card precision ranks the cards of each day, without those that were found before', () => {
  const rows: [label: number, score: number, card: number, day: number][] = [
    // Day 1, two cards: 0 by its second transaction, and 1. 0 is found.
    ...([
      [0, 0.1, 0, 1],
      [1, 0.9, 0, 1],
      [0, 0.8, 1, 1],
      [1, 0.7, 2, 1],
    ] as [number, number, number, number][]),
    // Day 2: not 0; 1 and 2, which both have a fraud, one of them not the transaction of the high score.
    ...([
      [1, 1, 0, 2],
      [0, 0.6, 1, 2],
      [1, 0.2, 1, 2],
      [1, 0.5, 2, 2],
      [0, 0.3, 3, 2],
    ] as [number, number, number, number][]),
  ]
  const cards = {
    ...judged(...rows.map(([label, score]) => [label, score] as [number, number])),
    cards: Int32Array.from(rows, row => row[2]),
    days: Int32Array.from(rows, row => row[3]),
  }
  const precision = cardPrecision(cards, 2)
  close(precision(), (1 / 2 + 2 / 2) / 2)
  // Card 0 three times fills both places of the first day. Then 1, and 3 because 2 does not count.
  close(precision(Float64Array.of(3, 1, 0, 1)), (2 / 2 + 1 / 2) / 2)
})

test('intervals draw customers, and the same each time', () => {
  const measure = (counts?: Float64Array) => {
    const total = counts?.reduce((sum, count) => sum + count, 0) ?? 4
    assert.is(total, 4)
    return { first: (counts?.[0] ?? 1) / 4 }
  }
  const drawn = intervals(4, measure)
  assert.equal(drawn, intervals(4, measure))
  assert.is(drawn.first.value, 0.25)
  // Of four draws with a chance of a quarter each: none 32 %, three 5 %, four 0.4 %.
  assert.equal([drawn.first.low, drawn.first.high], [0, 0.75])
})

test('days are whole, in order, and of the calendar', () => {
  const days = daysOf('--test', '2024-02-28..2024-02-29')
  assert.equal([days.from, days.until], [Date.parse('2024-02-28'), Date.parse('2024-03-01')])
  assert.is(daysText(days), '2024-02-28..2024-02-29')
  for (const wrong of ['', '2024-02-28', '2023-02-28..2023-02-29', '2024-2-1..2024-2-2', '2024-13-01..2024-13-02'])
    assert.throws(() => daysOf('--test', wrong), '--test must be two days like 2018-08-08..2018-08-14', wrong)
  assert.throws(() => daysOf('--test', '2024-02-29..2024-02-28'), '--test ends before it begins')
})

test('cells of a table are padded to columns', () => {
  assert.is(markdownTable(['a', 'long'], [['12', '3']]), '| a  | long |\n|----|------|\n| 12 | 3    |')
})

test.run()
