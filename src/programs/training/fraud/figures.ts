import { DAY_MS } from '#domain/fraud/history.ts'
import { type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { type Interval, intervals } from '../bootstrap.ts'
import { type Cards, cardPrecision } from '../card-precision.ts'
import { ranked, rankMetrics } from '../metrics.ts'
import type { Table } from './replay.ts'

/** Cards that can be reviewed in a day. */
const CARDS_A_DAY = 100

export type FraudFigures = Record<'auc' | 'averagePrecision' | 'cardPrecision', Interval>

export function scoreRows(table: Table, rows: readonly number[], model: Ensemble): Cards {
  const cards = new Map([...new Set(rows.map(row => table.user[row]!))].map((user, number) => [user, number]))
  return {
    labels: Uint8Array.from(rows, row => (table.fraud[row] === null ? 0 : 1)),
    scores: Float64Array.from(rows, row => probabilityOf(marginOf(model, table.row(row)))),
    cards: Int32Array.from(rows, row => cards.get(table.user[row]!)!),
    days: Int32Array.from(rows, row => Math.floor(table.at[row]! / DAY_MS)),
  }
}

/** By the Handbook's protocol, with intervals by customer. */
export function figuresOf(scored: Cards): FraudFigures {
  const order = ranked(scored.scores)
  const precision = cardPrecision(scored, CARDS_A_DAY)
  const customers = scored.cards.reduce((most, card) => Math.max(most, card + 1), 0)
  const weights = new Float64Array(scored.labels.length)
  return intervals(customers, counts => {
    if (counts === undefined) return { ...rankMetrics(scored, order), cardPrecision: precision() }
    for (let row = 0; row < weights.length; row += 1) weights[row] = counts[scored.cards[row]!]!
    return { ...rankMetrics(scored, order, weights), cardPrecision: precision(counts) }
  })
}
