import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FraudModelOutput, ModelOpinion } from '#domain/fraud/assess.ts'
import { COLUMNS_VERSION, FEATURES, NAMES } from '#domain/fraud/features.ts'
import { BINS, Reference, SCORE_BINS } from '#domain/fraud/reference.ts'
import { contributionsOf, type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { openSession, type Session } from '#ml/trees/session.ts'
import { PlainError } from '#values/plain-error.ts'

/** The model that was trained for this version of the features (`npm run train`); its card stands beside it. */
export const MODEL_FILE = resolve(import.meta.dirname, 'model/model.onnx')

/** Values of the rows that a model is tried on. */
const TRIED = [0, 1, 1_000]
/** Sums in float32 are that much off those in double, and far less. */
const OFF_MAX = 1e-3

export type FraudModel = {
  /** `v<major>.<minor>.<patch>`, as the file says. */
  version: string
  /** What it was trained on; null for a file that does not say so. */
  reference: Reference | null
  answer(features: Float32Array): Promise<FraudModelOutput>
  /** The same of many, in one run; what is not asked of an answer is not made. */
  answers(rows: readonly Float32Array[]): Promise<ModelOpinion[]>
  close(): Promise<void>
}

export type ReadModel = Pick<FraudModel, 'version' | 'reference'> & { ensemble: Ensemble }

/** What a file says of its model. Throws a PlainError that names the file and what is wrong with it. */
export function readModel(file: string, bytes: Uint8Array): ReadModel {
  try {
    const { ensemble, metadata } = readOnnx(bytes)
    const { version, features_version, reference } = metadata
    if (version === undefined || !/^v[1-9]\d*\.\d+\.\d+$/.test(version)) throw new Error('it does not say its version')
    if (features_version !== String(COLUMNS_VERSION) || ensemble.features.join() !== NAMES.join())
      throw new Error('it was trained for other features')
    return { ensemble, version, reference: reference === undefined ? null : referenceIn(reference) }
  } catch (error) {
    throw refusal(file, error)
  }
}

export function refusal(file: string, error: unknown): PlainError {
  return new PlainError(`the fraud model ${file} can't be used: ${error instanceof Error ? error.message : error}`)
}

/** Opens a model; rejects with a PlainError that names the file and what is wrong with it. */
export async function openModel(file: string): Promise<FraudModel> {
  const bytes = await readFile(file).catch(error => Promise.reject(refusal(file, error)))
  return modelOf({ file, bytes, ...readModel(file, bytes) })
}

/** The same of a file that was read. */
export async function modelOf(read: ReadModel & { file: string; bytes: Uint8Array }): Promise<FraudModel> {
  const { file, bytes, ensemble, version, reference } = read
  const session = await openSession(bytes).catch(error => Promise.reject(refusal(file, error)))
  await mustSayTheSame(ensemble, session).catch(async error => {
    await session.close()
    throw refusal(file, error)
  })
  return {
    version,
    reference,
    async answer(features) {
      const [scored] = await session.scores([features])
      const { bias, contributions } = explained(ensemble, features)
      return { probability: scored!.probability, margin: marginOf(ensemble, features), bias, contributions }
    },
    async answers(rows) {
      const scored = await session.scores(rows)
      return scored.map(({ probability }, at) => ({
        probability,
        get contributions() {
          return explained(ensemble, rows[at]!).contributions
        },
      }))
    },
    close: session.close,
  }
}

/** A damaged file may be opened and then fail with every transaction, or say something else than its own trees. */
async function mustSayTheSame(ensemble: Ensemble, session: Session): Promise<void> {
  const rows = TRIED.map(value => new Float32Array(NAMES.length).fill(value))
  for (const [at, { margin, probability }] of (await session.scores(rows)).entries()) {
    const expected = marginOf(ensemble, rows[at]!)
    const off = Math.max(Math.abs(margin - expected), Math.abs(probability - probabilityOf(expected)))
    // Also where it is no number at all.
    if (!(off < OFF_MAX)) throw new Error('it does not say what its trees say')
  }
}

function referenceIn(text: string): Reference {
  const reference = Reference.parse(JSON.parse(text))
  const isWhole = reference.features.length === NAMES.length && reference.score.length === SCORE_BINS
  if (!isWhole || reference.features.some(({ rows }) => rows.length !== BINS))
    throw new Error('what it was trained on is told in other bins')
  return reference
}

function explained(ensemble: Ensemble, features: Float32Array): Pick<FraudModelOutput, 'bias' | 'contributions'> {
  const contributions = { amount: 0, velocity: 0, merchant: 0, device: 0, time: 0, profile: 0 }
  const { bias, of } = contributionsOf(ensemble, features)
  for (const [at, name] of NAMES.entries()) contributions[FEATURES[name]!.group] += of[at]!
  return { bias, contributions }
}
