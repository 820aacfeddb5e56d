import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection } from '#declarations/read-model.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { BINS, binOf, SCORE_BINS, scoreBinOf } from '#domain/fraud/reference.ts'
import type { Recorded } from '#event-sourcing/decider.ts'

/** Scores of one model on one day (UTC), in bins for comparison with its training data. */
export const ScoreDayRow = z.object({
  day: z.string(),
  role: z.enum(['live', 'shadow']),
  model_version: z.string(),
  scores: z.int(),
  alerts: z.int(),
  /** Of a shadow model: scores whose `is_alert` differs from the live model's. */
  differing: z.int(),
  score_rows: z.array(z.int()),
  /** By feature and bin; empty for a shadow model, whose inputs are the live model's. */
  feature_rows: z.array(z.array(z.int())),
})
export type ScoreDayRow = z.infer<typeof ScoreDayRow>

const tables = [
  sql.unsafe`create table fraud_score_days (
    day date not null,
    role text not null,
    model_version text not null,
    scores integer not null,
    alerts integer not null,
    differing integer not null,
    score_rows jsonb not null,
    feature_rows jsonb not null,
    primary key (day, role, model_version))`,
]

export const fraudScoreDays = projection<ScoreDayRow, ProfileEvent>({
  name: 'fraud_score_days',
  version: 1,
  row: ScoreDayRow,
  streams: [profileStreams],
  tables,
  indexes: [],
  key: ['day', 'role', 'model_version'],
  counters: [],
  on: {
    TransactionEntered: ignore,
    TransactionScored({ data, at }: Recorded<Extract<ProfileEvent, { type: 'TransactionScored' }>>) {
      const { model, model_version, is_alert, shadow, features } = data
      if (model === null) return null
      const day = at.slice(0, 'yyyy-mm-dd'.length)
      const { values } = features
      const live = { ...model, day, role: 'live', model_version, is_alert, differs: false, values } as const
      const differs = shadow?.is_alert !== is_alert
      const shadowed = shadow === undefined ? [] : [{ ...shadow, day, role: 'shadow', differs, values: [] } as const]
      return { rows: [live, ...shadowed].map(counted) }
    },
  },
})

type Counted = Pick<ScoreDayRow, 'day' | 'role' | 'model_version'> & {
  is_alert: boolean
  differs: boolean
  probability: number
  values: readonly number[]
}

function counted({ day, role, model_version, is_alert, differs, probability, values }: Counted) {
  const key = { day, role, model_version }
  return {
    key,
    next(row: ScoreDayRow | undefined): ScoreDayRow {
      const before = row ?? emptyRow(key, values.length)
      return {
        ...before,
        scores: before.scores + 1,
        alerts: before.alerts + (is_alert ? 1 : 0),
        differing: before.differing + (differs ? 1 : 0),
        score_rows: increment(before.score_rows, scoreBinOf(probability)),
        feature_rows: before.feature_rows.map((rows, at) => increment(rows, binOf(values[at]!))),
      }
    },
  }
}

function emptyRow(key: Pick<ScoreDayRow, 'day' | 'role' | 'model_version'>, features: number): ScoreDayRow {
  const zeros = (length: number) => Array.from({ length }, () => 0)
  return {
    ...key,
    ...{ scores: 0, alerts: 0, differing: 0 },
    score_rows: zeros(SCORE_BINS),
    feature_rows: Array.from({ length: features }, () => zeros(BINS)),
  }
}

function increment(rows: readonly number[], bin: number): number[] {
  return rows.with(bin, (rows[bin] ?? 0) + 1)
}
