import { sql } from 'slonik'
import { z } from 'zod'
import { FEATURE_NAMES } from '#domain/fraud/features.ts'
import { type Reference, stabilityIndex } from '#domain/fraud/reference.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Service } from '#service.ts'

/** Days that are told. */
export const DAYS_SHOWN = 14
/** From which on something has changed, and a model is looked at. */
export const DRIFT_ALARM = 0.2
/** Fewer scores of a day say nothing: an index of noise alone is about the number of bins by that of scores. */
export const SCORES_MIN = 500
/** What one day can't be like weeks of training in. */
const UNMONITORED = new Set(['day_of_week'])

const Row = z.object({
  day: z.string(),
  model_version: z.string(),
  role: z.enum(['live', 'shadow']),
  scores: z.int(),
  alerts: z.int(),
  differing: z.int(),
  score_rows: z.array(z.int()),
  feature_rows: z.array(z.array(z.int())),
})

/** What a model did on one day. `drift` of its score and of its features against training, the most first; null where it can't be said. */
export type ScoreDay = {
  day: string
  role: 'live' | 'shadow'
  scores: number
  alerts: number
  /** Where a model in the shadow would have decided otherwise on an alert. */
  differing: number
  /** Whether the day is over: of half a day, hours and counts are not like training. */
  is_over: boolean
  drift: { score: number; features: { name: string; drift: number }[] } | null
}

type KnownModel = { version: string; reference: Reference | null }

/** The last days of some models, the newest first, by version. Errors: SERVICE_UNAVAILABLE while they are counted for the first time. */
export async function listScoreDays(
  { db }: Pick<Service, 'db'>,
  models: readonly KnownModel[],
  now: Date,
): Promise<Map<string, ScoreDay[]>> {
  const today = now.toISOString().slice(0, 'yyyy-mm-dd'.length)
  const versions = models.map(({ version }) => version)
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select day::text, model_version, role, scores, alerts, differing, score_rows, feature_rows
      from read.fraud_score_days
      where day > ${today}::date - ${DAYS_SHOWN}::integer and model_version = any(${sql.array(versions, 'text')})
      order by day desc, role`),
  )
  const references = new Map(models.map(({ version, reference }) => [version, reference]))
  const scoreDays = rows.map(({ score_rows, feature_rows, model_version, ...row }) => ({
    model_version,
    scoreDay: {
      ...row,
      is_over: row.day < today,
      drift: driftOf(references.get(model_version) ?? null, score_rows, feature_rows),
    },
  }))
  const byVersion = Map.groupBy(scoreDays, ({ model_version }) => model_version)
  return new Map([...byVersion].map(([version, days]) => [version, days.map(({ scoreDay }) => scoreDay)]))
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

/** What has been other than in training on each of the last two days that say something: `score`, and names of features. */
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
