import type { ModelAnswer } from '#domain/fraud/assess.ts'
import type { Around } from '#domain/fraud/features.ts'
import { RULES_VERSION } from '#domain/fraud/rules.ts'
import { Rejection } from '#errors.ts'
import type { Service } from '#service.ts'
import { type Model, openModel } from './model.ts'

/** The model that scores, or what stands in for it. */
export type Scoring = {
  /** What the model says of a row of features; null when it can't and the rules alone are to score. Throws Rejection FRAUD_006 otherwise. */
  answer(features: Float32Array): Promise<ModelAnswer | null>
  /** `v<major>.<minor>.<patch>` of the model; major 0 is the rule set. */
  versionOf(answer: ModelAnswer | null): string
}

/** The same for many at a time. */
export type BatchScoring = Scoring & {
  /** What `answer` says of each row, in one run of the model. */
  answers(rows: readonly Float32Array[]): Promise<(ModelAnswer | null)[]>
  /** Of what would score now. */
  version(): string
}

/** What is known across users, as read models have it, and up to which position of the log that is. */
export type Figures = (of: {
  client_id: string
  user_id: string
  merchant: string | null
  device: string | null
  /** The transaction's own time, milliseconds. */
  at: number
}) => Promise<{ around: Around; as_of: string | null }>

export type FraudService = Service & { scoring: Scoring; figures: Figures }
export type BatchService = Service & { scoring: BatchScoring }

/** Scoring by the model in a file, which is opened by `prepare`. */
export function createScoring({ config, log }: Pick<Service, 'config' | 'log'>, file: string) {
  const byRules = config.FRAUD_MODEL_FALLBACK === 'rules'
  let model: Model | null = null
  let missing: unknown

  function fallBack(cause: unknown): null {
    if (byRules) return null
    throw new Rejection(
      'FRAUD_006',
      { reason: 'the model did not answer; the transaction is recorded and not scored' },
      { cause },
    )
  }

  const scoring: BatchScoring = {
    async answer(features) {
      if (model === null) return fallBack(missing)
      try {
        return await model.answer(features)
      } catch (error) {
        log.error({ err: error, model: model.version }, 'the fraud model failed')
        return fallBack(error)
      }
    },
    async answers(rows) {
      if (rows.length === 0) return []
      if (model === null) return rows.map(() => fallBack(missing))
      try {
        return await model.answers(rows)
      } catch (error) {
        log.error({ err: error, model: model.version }, 'the fraud model failed')
        return rows.map(() => fallBack(error))
      }
    },
    versionOf: answer => (answer === null || model === null ? `v0.${RULES_VERSION}.0` : model.version),
    version: () => model?.version ?? `v0.${RULES_VERSION}.0`,
  }
  return {
    scoring,
    /** Rejects by the file's name as long as there is no model, unless rules may stand in for it. */
    async prepare(): Promise<void> {
      try {
        model ??= await openModel(file)
      } catch (error) {
        missing = error
        if (!byRules) throw error
        log.error({ err: error }, 'scores are made by rules alone')
      }
    },
    health: () => (model === null ? { state: 'down' as const } : { state: 'up' as const, note: model.version }),
    close: async () => model?.close(),
  }
}
