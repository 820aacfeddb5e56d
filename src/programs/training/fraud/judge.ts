import { DAY_MS } from '#domain/fraud/history.ts'
import { type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { type Interval, intervals } from '../bootstrap.ts'
import { type Cards, cardPrecision } from '../card-precision.ts'
import { ranked, rankMetrics } from '../metrics.ts'
import type { Table } from './replay.ts'

/** Cards that can be looked at in a day. */
const CARDS_A_DAY = 100

export type FraudFigures = Record<'auc' | 'averagePrecision' | 'cardPrecision', Interval>

/** What a model says of rows, and what they are. */
export function judge(table: Table, rows: readonly number[], model: Ensemble): Cards {
  const cards = new Map([...new Set(rows.map(row => table.user[row]!))].map((user, number) => [user, number]))
  return {
    labels: Uint8Array.from(rows, row => (table.fraud[row] === null ? 0 : 1)),
    scores: Float64Array.from(rows, row => probabilityOf(marginOf(model, table.row(row)))),
    cards: Int32Array.from(rows, row => cards.get(table.user[row]!)!),
    days: Int32Array.from(rows, row => Math.floor(table.at[row]! / DAY_MS)),
  }
}

/** The figures of the Handbook's protocol, with intervals by customer. */
export function figuresOf(judged: Cards): FraudFigures {
  const order = ranked(judged.scores)
  const precision = cardPrecision(judged, CARDS_A_DAY)
  const customers = judged.cards.reduce((most, card) => Math.max(most, card + 1), 0)
  const weights = new Float64Array(judged.labels.length)
  return intervals(customers, counts => {
    if (counts === undefined) return { ...rankMetrics(judged, order), cardPrecision: precision() }
    for (let row = 0; row < weights.length; row += 1) weights[row] = counts[judged.cards[row]!]!
    return { ...rankMetrics(judged, order, weights), cardPrecision: precision(counts) }
  })
}
