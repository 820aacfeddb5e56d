import { DAY_MS, OPERATIONS } from '#domain/fraud/history.ts'
import { FRAUD_LEVELS, LEVEL_FROM, levelOf } from '#domain/fraud/levels.ts'
import { type Days, dayOf, daysOf } from '../days.ts'
import { atLeast, brier, type LabelledScores, ranked, rankMetrics } from '../metrics.ts'
import { figuresOf, scoreRows } from './figures.ts'
import { fit, rowsOf, SERVED } from './fit.ts'
import { referenceOf } from './reference.ts'
import type { Table } from './replay.ts'

/** The product's model is trained on what the simulator reported until then. */
const TRAINED_AT = dayOf('2025-03-01')
/** The last week is left out: most of its frauds are unreported and would be trained as legitimate. */
const LABEL_DELAY_MS = 7 * DAY_MS
export const TRAIN: Days = { from: dayOf('2025-01-01'), until: TRAINED_AT - LABEL_DELAY_MS }
export const TEST = daysOf('', '2025-03-01..2025-03-31')

/** The share of transactions that are alerts, for the recall by scenario. */
export const ALERTS = 0.015
const NEW_MS = 7 * DAY_MS

export type ProductEvaluation = ReturnType<typeof evaluateProduct>
export type Ranks = ReturnType<typeof ranksOf>

/** @param withoutReports the same transactions as if no fraud had been reported. */
export function evaluateProduct(table: Table, withoutReports: Table, onTree: (made: number) => void) {
  const options = { days: TRAIN, trainedAt: TRAINED_AT, boosting: SERVED }
  const model = fit(table, options, onTree)
  const train = rowsOf(table, TRAIN)
  const rows = rowsOf(table, TEST)
  const scored = scoreRows(table, rows, model)
  const part = (isIncluded: (row: number) => boolean) => ranksOf(partOf(scored, rows, isIncluded))
  const since = firstSeen(table)
  const rate = mean(scored.labels)
  return {
    model,
    reference: referenceOf(table, train, model),
    trained: {
      rows: train.length,
      frauds: train.filter(row => (table.fraud[row]?.knownAt ?? TRAINED_AT) < TRAINED_AT).length,
    },
    tested: { rows: rows.length, frauds: sum(scored.labels) },
    figures: figuresOf(scored),
    brier: { model: brier(scored), base: rate * (1 - rate) },
    levels: levelsOf(scored),
    scenarios: scenariosOf(table, rows, scored),
    operations: OPERATIONS.map(operation => ({ operation, ...part(row => table.operation[row] === operation) })),
    newUsers: part(row => table.at[row]! - since.get(table.user[row]!)! < NEW_MS),
    /** Without any reports: by the same model, and by one trained without reports. */
    withoutOutcomes: {
      same: ranksOf(scoreRows(withoutReports, rows, model)),
      own: ranksOf(scoreRows(withoutReports, rows, fit(withoutReports, options, onTree))),
    },
    /** Test rows, the highest probability first. */
    ranking: [...ranked(scored.scores)].map(at => ({ row: rows[at]!, probability: scored.scores[at]! })),
  }
}

function levelsOf(scored: LabelledScores) {
  return FRAUD_LEVELS.map((level, at) => {
    const from = LEVEL_FROM[level]
    const next = FRAUD_LEVELS[at + 1]
    const { rows, positives, precision } = atLeast(scored, from, next && LEVEL_FROM[next])
    const meanScore = mean(scored.scores.filter(score => levelOf(score) === level))
    return { level, rows, frauds: positives, precision, recallFromHere: atLeast(scored, from).recall, meanScore }
  })
}

/** Recall per scenario among the highest scores. */
function scenariosOf(table: Table, rows: readonly number[], { scores }: LabelledScores) {
  const alerts = new Set(ranked(scores).subarray(0, Math.floor(rows.length * ALERTS)))
  const frauds = rows.flatMap((row, at) => {
    const fraud = table.fraud[row]
    return fraud ? [{ scenario: fraud.scenario, isFound: alerts.has(at) }] : []
  })
  return [...Map.groupBy(frauds, ({ scenario }) => scenario)]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([scenario, all]) => {
      const found = all.filter(({ isFound }) => isFound).length
      return { scenario, frauds: all.length, recall: found / all.length }
    })
}

function firstSeen({ size, at, user }: Table): Map<number, number> {
  const first = new Map<number, number>()
  for (let row = 0; row < size; row += 1)
    first.set(user[row]!, Math.min(at[row]!, first.get(user[row]!) ?? Number.POSITIVE_INFINITY))
  return first
}

function partOf(
  { labels, scores }: LabelledScores,
  rows: readonly number[],
  isIncluded: (row: number) => boolean,
): LabelledScores {
  const taken = (_: number, at: number) => isIncluded(rows[at]!)
  return { labels: labels.filter(taken), scores: scores.filter(taken) }
}

function ranksOf(scored: LabelledScores) {
  return { rows: scored.labels.length, frauds: sum(scored.labels), ...rankMetrics(scored) }
}

function sum(numbers: Uint8Array | Float64Array): number {
  let total = 0
  for (const number of numbers) total += number
  return total
}

function mean(numbers: Uint8Array | Float64Array): number {
  return sum(numbers) / numbers.length
}
