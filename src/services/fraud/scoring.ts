import { basename } from 'node:path'
import type { ModelScore, RowScores } from '#domain/fraud/assess.ts'
import type { VelocityAggregates } from '#domain/fraud/features.ts'
import type { ModelName, ModelsState } from '#domain/fraud/models/decider.ts'
import { countUnseen } from '#domain/fraud/reference.ts'
import { RULES_VERSION } from '#domain/fraud/rules.ts'
import type { HealthPart } from '#http/operations-schemas.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { OperationalError } from '#values/operational-error.ts'
import type { FraudConfig } from './config.ts'
import { type FraudModel, openReadModel, parseModel } from './model.ts'
import { createModelFiles, findModelFile, type ModelFile, type ModelLocations, readModelFile } from './model-files.ts'

/** Throws Rejection FRAUD_006 without a live model where no fallback is allowed. */
export type Scoring = {
  /** The highest score of the variants. */
  predict(variants: readonly Float32Array[]): Promise<RowScores>
  predictBatch(batches: readonly (readonly Float32Array[])[]): Promise<(ModelScore | null)[]>
  version(): string
}

/** The transaction `transaction_id` itself and reports about it are excluded. `at`: its own time, milliseconds. */
export type AggregatesParams = {
  client_id: string
  user_id: string
  transaction_id?: string
  merchant: string | null
  device: string | null
  account?: string | null | undefined
  at: number
  /** For a repeated score: reports up to `until` count too if they were recorded after `position`. */
  since?: { until: number; position: string | null }
}

/** `as_of`: the log position that all aggregates are from; null when nothing is known yet. */
export type FoundAggregates = { aggregates: VelocityAggregates; as_of: string | null }

export type FindAggregates = (params: AggregatesParams) => Promise<FoundAggregates>

export type FraudService = Service & { scoring: Scoring; findAggregates: FindAggregates }
export type BatchService = Service & { scoring: Scoring }

/** How soon all processes use a newly promoted model. */
const REFRESH_MS = 1_000
const NOTHING_RECORDED = 'nothing was recorded'
const RULES = `v0.${RULES_VERSION}.0`

/** Opened models stay open: they are few, and a run may be in progress. */
export function createScoring(
  { config, log }: Pick<Service<FraudConfig>, 'config' | 'log'>,
  locations: ModelLocations,
  loadModelsState: () => Promise<ModelsState>,
) {
  const byRules = config.FRAUD_MODEL_FALLBACK === 'rules'
  const opened = new Map<string, Promise<FraudModel>>()
  let shipped: Promise<ModelFile> | undefined
  let live: FraudModel | null = null
  let shadow: FraudModel | null = null
  let missing: unknown
  /** Version or file name of the model that should be live. */
  let wantedName = basename(locations.shipped)
  let refreshTimer: NodeJS.Timeout | undefined
  /** Refreshes run one after another, so that an older state never replaces a newer one. */
  let lastRefresh: Promise<unknown> = Promise.resolve()
  let refreshes = 0
  const logged = new Map<string, string>()

  function fallBack(cause: unknown, consequence: string): null {
    if (byRules) return null
    throw new Rejection('FRAUD_006', { reason: `the model is not available; ${consequence}` }, { cause })
  }

  function logOnce(error: unknown, what: string) {
    if (logged.get(what) === String(error)) return
    logged.set(what, String(error))
    log.error({ err: error }, what)
  }

  function readShipped(): Promise<ModelFile> {
    if (shipped !== undefined) return shipped
    const reading = readModelFile(locations.shipped)
    shipped = reading
    reading.catch(() => (shipped = undefined))
    return reading
  }

  function openOnce(named: ModelName | ModelFile): Promise<FraudModel> {
    const known = opened.get(named.sha256)
    if (known !== undefined) return known
    const opening = ('bytes' in named ? Promise.resolve(named) : locate(named)).then(openReadModel)
    opened.set(named.sha256, opening)
    opening.catch(() => opened.delete(named.sha256))
    return opening
  }

  async function locate({ version, sha256 }: ModelName): Promise<Parameters<typeof openReadModel>[0]> {
    const found = await findModelFile(locations, sha256)
    if (found !== null) return { ...found, ...parseModel(found.file, found.bytes) }
    throw new OperationalError(
      `the fraud model ${version} with SHA-256 ${sha256} has no file: put it into FRAUD_MODELS`,
    )
  }

  function refresh(): Promise<void> {
    refreshes += 1
    const next = lastRefresh.then(refreshNow).finally(() => (refreshes -= 1))
    lastRefresh = next.catch(() => undefined)
    return next
  }

  async function refreshNow(): Promise<void> {
    const state = await loadModelsState()
    wantedName = state.live?.version ?? basename(locations.shipped)
    try {
      live = await openOnce(state.live ?? (await readShipped()))
      missing = undefined
    } catch (error) {
      live = null
      missing = error
      throw error
    } finally {
      shadow = state.shadow === null ? null : await openOnce(state.shadow).catch(error => withoutShadow(error))
    }
  }

  function withoutShadow(error: unknown): null {
    logOnce(error, 'the shadow model is not available')
    return null
  }

  async function shadowOf(variants: readonly Float32Array[]): Promise<RowScores['shadow']> {
    const model = shadow
    if (model === null) return null
    try {
      const predictions = await Promise.all(variants.map(model.predict))
      const { probability } = predictions[indexOfHighest(predictions)]!
      return { version: model.version, probability }
    } catch (error) {
      return withoutShadow(error)
    }
  }

  const scoring: Scoring = {
    async predict(variants) {
      const model = live
      const fallback = (cause: unknown) => ({
        features: variants[0]!,
        model: fallBack(cause, 'the transaction was recorded without a score'),
        version: RULES,
        unseen: 0,
        shadow: null,
      })
      if (model === null) return fallback(missing)
      try {
        const { version, reference } = model
        const predictions = await Promise.all(variants.map(model.predict))
        const at = indexOfHighest(predictions)
        const features = variants[at]!
        const outside = reference === null ? 0 : countUnseen(reference, features) / features.length
        return { features, model: predictions[at]!, version, unseen: outside, shadow: await shadowOf(variants) }
      } catch (error) {
        log.error({ err: error, model: model.version }, 'the fraud model failed')
        return fallback(error)
      }
    },
    async predictBatch(batches) {
      const model = live
      if (batches.length === 0) return []
      if (model === null) return batches.map(() => fallBack(missing, NOTHING_RECORDED))
      try {
        const predictions = (await model.predictBatch(batches.flat())).values()
        return batches.map(variants => {
          const own = variants.map(() => predictions.next().value!)
          return own[indexOfHighest(own)]!
        })
      } catch (error) {
        log.error({ err: error, model: model.version }, 'the fraud model failed')
        return batches.map(() => fallBack(error, NOTHING_RECORDED))
      }
    },
    version: () => live?.version ?? RULES,
  }
  return {
    scoring,
    live: () => live,
    /** Refreshes now and every second. Rejects without a live model, unless rules may replace it. */
    async prepare(): Promise<void> {
      try {
        await refresh()
      } catch (error) {
        if (!(byRules && error instanceof OperationalError)) throw error
        logOnce(error, 'scores are computed by rules alone')
      }
      refreshTimer ??= setInterval(() => {
        if (refreshes === 0) refresh().catch(error => logOnce(error, 'the live model is unknown or cannot be loaded'))
      }, REFRESH_MS)
    },
    refresh,
    async assertUsable(named: ModelName): Promise<void> {
      await openOnce(named)
    },
    files: createModelFiles(locations, log),
    shipped: readShipped,
    /** Without a model, a process scores by rules if allowed; otherwise another process may have the file. */
    health(): HealthPart {
      if (live === null)
        return byRules
          ? {
              state: 'degraded',
              note: `the fraud model ${wantedName} can't be loaded: scores are computed by rules alone`,
            }
          : { state: 'down', note: `the fraud model ${wantedName} can't be loaded: the log has the reason` }
      return {
        state: 'up',
        note: shadow === null ? live.version : `${live.version}, in the shadow ${shadow.version}`,
      }
    },
    async close(): Promise<void> {
      clearInterval(refreshTimer)
      await Promise.allSettled([...opened.values()].map(async model => (await model).close()))
    },
  }
}

function indexOfHighest(predictions: readonly Pick<ModelScore, 'probability'>[]): number {
  return predictions.reduce(
    (best, { probability }, at) => (probability > predictions[best]!.probability ? at : best),
    0,
  )
}
