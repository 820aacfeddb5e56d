import { basename } from 'node:path'
import type { ModelOpinion, RowScores } from '#domain/fraud/assess.ts'
import type { ModelName, ModelsState } from '#domain/fraud/models/decider.ts'
import { unseen } from '#domain/fraud/reference.ts'
import { RULES_VERSION } from '#domain/fraud/rules.ts'
import type { HealthPart } from '#http/operations-schemas.ts'
import type { createFiguresAround } from '#queries/fraud/figures-around.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { PlainError } from '#values/plain-error.ts'
import { type FraudModel, modelOf, readModel } from './model.ts'
import { createModelFiles, fileWith, type ModelFile, type ModelPlaces, modelFile } from './model-files.ts'

/** The model that scores, or what stands in for it. Both ask the model that is live at that moment, and throw Rejection FRAUD_006 where nothing may stand in for it. */
export type Scoring = {
  /** Of the ways to read a transaction, the model's highest answer. */
  answer(readings: readonly Float32Array[]): Promise<RowScores>
  /** The same of each of many, in one run; null when the rules alone are to score. */
  answers(all: readonly (readonly Float32Array[])[]): Promise<(ModelOpinion | null)[]>
  /** Of what would score now. */
  version(): string
}

/** What is known across users, as read models have it, and up to which position of the log that is. */
export type VelocityAggregates = ReturnType<typeof createFiguresAround>

export type FraudService = Service & { scoring: Scoring; figures: VelocityAggregates }
export type BatchService = Service & { scoring: Scoring }

/** Between looks which model is live. All processes score by it within this, and by no other. */
const LOOK_MS = 1_000
/** Of a batch, which records nothing. */
const NOTHING_DONE = 'nothing was recorded'
const RULES = `v0.${RULES_VERSION}.0`

/**
 * Scoring by the model that is live, beside the one in the shadow: `standing` tells which they are. A model once opened stays open, as there are few
 * and a run may be under way.
 */
export function createScoring(
  { config, log }: Pick<Service, 'config' | 'log'>,
  places: ModelPlaces,
  standing: () => Promise<ModelsState>,
) {
  const byRules = config.FRAUD_MODEL_FALLBACK === 'rules'
  const opened = new Map<string, Promise<FraudModel>>()
  let shipped: Promise<ModelFile> | undefined
  let live: FraudModel | null = null
  let shadow: FraudModel | null = null
  let missing: unknown
  /** Which model it is that ought to be live: its version, or the file that the release brings. */
  let wanted = basename(places.shipped)
  let looking: NodeJS.Timeout | undefined
  /** One look after the other: what an earlier one was told is not to stand behind a later one. */
  let line: Promise<unknown> = Promise.resolve()
  let waiting = 0
  /** What went wrong with each of them is told once. */
  const told = new Map<string, string>()

  function fallBack(cause: unknown, meanwhile: string): null {
    if (byRules) return null
    throw new Rejection('FRAUD_006', { reason: `the model did not answer; ${meanwhile}` }, { cause })
  }

  function tell(error: unknown, what: string) {
    if (told.get(what) === String(error)) return
    told.set(what, String(error))
    log.error({ err: error }, what)
  }

  /** What the release brings does not change while it runs. */
  function shippedOnce(): Promise<ModelFile> {
    if (shipped !== undefined) return shipped
    const reading = modelFile(places.shipped)
    shipped = reading
    // It may be put there yet.
    reading.catch(() => (shipped = undefined))
    return reading
  }

  function open(named: ModelName | ModelFile): Promise<FraudModel> {
    const known = opened.get(named.sha256)
    if (known !== undefined) return known
    const opening = ('bytes' in named ? Promise.resolve(named) : find(named)).then(modelOf)
    opened.set(named.sha256, opening)
    // It may be put there yet.
    opening.catch(() => opened.delete(named.sha256))
    return opening
  }

  async function find({ version, sha256 }: ModelName): Promise<Parameters<typeof modelOf>[0]> {
    const found = await fileWith(places, sha256)
    if (found !== null) return { ...found, ...readModel(found.file, found.bytes) }
    throw new PlainError(`the fraud model ${version} with SHA-256 ${sha256} is in no file: put it into FRAUD_MODELS`)
  }

  /** Rejects by the file's name as long as there is no live model. */
  function look(): Promise<void> {
    waiting += 1
    const turn = line.then(lookNow).finally(() => (waiting -= 1))
    line = turn.catch(() => undefined)
    return turn
  }

  async function lookNow(): Promise<void> {
    const state = await standing()
    wanted = state.live?.version ?? basename(places.shipped)
    try {
      live = await open(state.live ?? (await shippedOnce()))
      missing = undefined
    } catch (error) {
      live = null
      missing = error
      throw error
    } finally {
      shadow = state.shadow === null ? null : await open(state.shadow).catch(error => nothing(error))
    }
  }

  function nothing(error: unknown): null {
    tell(error, 'there is no model in the shadow')
    return null
  }

  async function shadowOf(readings: readonly Float32Array[]): Promise<RowScores['shadow']> {
    const beside = shadow
    if (beside === null) return null
    try {
      const answers = await Promise.all(readings.map(beside.answer))
      const { probability } = answers[highest(answers)]!
      return { version: beside.version, probability }
    } catch (error) {
      return nothing(error)
    }
  }

  const scoring: Scoring = {
    async answer(readings) {
      const model = live
      const standIn = (cause: unknown) => ({
        features: readings[0]!,
        model: fallBack(cause, 'the transaction is recorded and not scored'),
        version: RULES,
        unseen: 0,
        shadow: null,
      })
      if (model === null) return standIn(missing)
      try {
        const { version, reference } = model
        const answers = await Promise.all(readings.map(model.answer))
        const at = highest(answers)
        const features = readings[at]!
        const outside = reference === null ? 0 : unseen(reference, features) / features.length
        return { features, model: answers[at]!, version, unseen: outside, shadow: await shadowOf(readings) }
      } catch (error) {
        log.error({ err: error, model: model.version }, 'the fraud model failed')
        return standIn(error)
      }
    },
    async answers(all) {
      const model = live
      if (all.length === 0) return []
      if (model === null) return all.map(() => fallBack(missing, NOTHING_DONE))
      try {
        const answers = (await model.answers(all.flat())).values()
        return all.map(readings => {
          const own = readings.map(() => answers.next().value!)
          return own[highest(own)]!
        })
      } catch (error) {
        log.error({ err: error, model: model.version }, 'the fraud model failed')
        return all.map(() => fallBack(error, NOTHING_DONE))
      }
    },
    version: () => live?.version ?? RULES,
  }
  return {
    scoring,
    /** The live model; null while there is none. */
    live: () => live,
    /** Looks which models those are, and again each second. Rejects while there is no live one, unless rules may stand in for it. */
    async prepare(): Promise<void> {
      try {
        await look()
      } catch (error) {
        if (!(byRules && error instanceof PlainError)) throw error
        tell(error, 'scores are made by rules alone')
      }
      looking ??= setInterval(() => {
        if (waiting === 0) look().catch(error => tell(error, 'which model is live is not known, or it can not be had'))
      }, LOOK_MS)
    },
    /** For whoever has just changed them. */
    look,
    /** Rejects with a PlainError for a model that could not score here. */
    async mustOpen(named: ModelName): Promise<void> {
      await open(named)
    },
    files: createModelFiles(places, log),
    /** Of the release. */
    shipped: shippedOnce,
    /** Without a model a process scores by rules, if it may; otherwise others may have it. */
    health(): HealthPart {
      if (live === null)
        return byRules
          ? { state: 'degraded', note: `the fraud model ${wanted} can't be had: scores are made by rules alone` }
          : { state: 'down', note: `the fraud model ${wanted} can't be had: the log says why` }
      return {
        state: 'up',
        note: shadow === null ? live.version : `${live.version}, in the shadow ${shadow.version}`,
      }
    },
    async close(): Promise<void> {
      clearInterval(looking)
      await Promise.allSettled([...opened.values()].map(async model => (await model).close()))
    },
  }
}

/** Where the highest answer stands; of equals the first. */
function highest(answers: readonly Pick<ModelOpinion, 'probability'>[]): number {
  return answers.reduce((best, { probability }, at) => (probability > answers[best]!.probability ? at : best), 0)
}
