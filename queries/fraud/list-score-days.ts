import { sql } from 'slonik'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { type Reference, stabilityIndex } from '#domain/fraud/reference.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { ScoreDayRow } from '#projections/fraud/score-days.ts'
import type { Service } from '#service.ts'

export const DAYS_SHOWN = 14
/** Population stability index from which the inputs have changed. */
export const DRIFT_ALARM = 0.2
/** With fewer, noise alone gives an index of about bins ÷ scores. */
export const SCORES_MIN = 500
/** A single day cannot be distributed like weeks of training. */
const UNMONITORED = new Set(['day_of_week'])

/** `drift`: the most drifted feature first; null if the model or the day has no data. */
export type ScoreDay = Pick<ScoreDayRow, 'day' | 'role' | 'scores' | 'alerts' | 'differing'> & {
  /** Hours and counts of an unfinished day are unlike training. */
  is_over: boolean
  drift: { score: number; features: { name: string; drift: number }[] } | null
}

type KnownModel = { version: string; reference: Reference | null }

/** Throws SERVICE_UNAVAILABLE until the read model is built. */
export async function listScoreDays(
  { db }: Pick<Service, 'db'>,
  models: readonly KnownModel[],
  now: Date,
): Promise<Map<string, ScoreDay[]>> {
  const today = now.toISOString().slice(0, 'yyyy-mm-dd'.length)
  const versions = models.map(({ version }) => version)
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(ScoreDayRow)`
      select day::text, model_version, role, scores, alerts, differing, score_rows, feature_rows
      from read.fraud_score_days
      where day > ${today}::date - ${DAYS_SHOWN}::integer and model_version = any(${sql.array(versions, 'text')})
      order by day desc, role`),
  )
  const byVersion = Map.groupBy(rows, ({ model_version }) => model_version)
  const scoreDays = models.map(({ version, reference }) => {
    const days = (byVersion.get(version) ?? []).map(({ score_rows, feature_rows, model_version: _, ...row }) => ({
      ...{ ...row, is_over: row.day < today },
      drift: driftOf(reference, score_rows, feature_rows),
    }))
    return [version, days] as const
  })
  return new Map(scoreDays)
}

function driftOf(
  reference: Reference | null,
  scores: readonly number[],
  features: readonly (readonly number[])[],
): ScoreDay['drift'] {
  const score = reference && stabilityIndex(reference.score, scores)
  if (reference === null || score === null || features.length > reference.features.length) return null
  const drifts = features.flatMap((rows, at) => {
    const name = FEATURE_NAMES[at]!
    const drift = UNMONITORED.has(name) ? null : stabilityIndex(reference.features[at]!.rows, rows)
    return drift === null ? [] : [{ name, drift }]
  })
  return { score, features: drifts.sort((a, b) => b.drift - a.drift) }
}

/** Drifted on each of the last two full days: `score`, and features by name. */
export function findDrifted(days: readonly ScoreDay[]): string[] {
  const [last, before] = days.filter(day => day.role === 'live' && day.is_over && day.scores >= SCORES_MIN)
  if (last === undefined || before === undefined) return []
  const earlier = new Set(driftedOn(before))
  return driftedOn(last).filter(name => earlier.has(name))
}

function driftedOn({ drift }: ScoreDay): string[] {
  if (drift === null) return []
  const features = drift.features.filter(({ drift }) => drift >= DRIFT_ALARM).map(({ name }) => name)
  return drift.score >= DRIFT_ALARM ? ['score', ...features] : features
}
