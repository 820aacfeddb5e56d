import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { FraudModelOutput, ModelScore } from '#domain/fraud/assess.ts'
import { COLUMNS_VERSION, FEATURE_NAMES, FEATURES } from '#domain/fraud/features.ts'
import { BINS, Reference, SCORE_BINS } from '#domain/fraud/reference.ts'
import { contributionsOf, type Ensemble, marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { openSession, type Session } from '#ml/trees/session.ts'
import { OperationalError } from '#values/operational-error.ts'

/** Trained for these features (`npm run train`); its model card is in the same folder. */
export const MODEL_FILE = resolve(import.meta.dirname, 'model/model.onnx')

const GROUPS = FEATURE_NAMES.map(name => FEATURES[name]!.group)

const PROBE_VALUES = [0, 1, 1_000]
/** Far more than the difference of float32 and double sums. */
const ERROR_MAX = 1e-3

export type FraudModel = Awaited<ReturnType<typeof openReadModel>>
export type ParsedModel = ReturnType<typeof parseModel>

/** `version`: `v<major>.<minor>.<patch>`; `reference`: null if absent. Throws OperationalError with the reason. */
export function parseModel(file: string, bytes: Uint8Array) {
  try {
    const { ensemble, metadata } = readOnnx(bytes)
    const { version, features_version, reference } = metadata
    if (version === undefined || !/^v[1-9]\d*\.\d+\.\d+$/.test(version)) throw new Error('it has no version')
    if (features_version !== String(COLUMNS_VERSION) || ensemble.features.join() !== FEATURE_NAMES.join())
      throw new Error('it was trained for other features')
    return { ensemble, version, reference: reference === undefined ? null : parseReference(reference) }
  } catch (error) {
    throw unusableError(file, error)
  }
}

export function unusableError(file: string, error: unknown): OperationalError {
  return new OperationalError(
    `the fraud model ${file} can't be used: ${error instanceof Error ? error.message : error}`,
  )
}

/** Rejects with an OperationalError that names the file and the problem. */
export async function openModel(file: string): Promise<FraudModel> {
  const bytes = await readFile(file).catch(error => Promise.reject(unusableError(file, error)))
  return openReadModel({ file, bytes, ...parseModel(file, bytes) })
}

export async function openReadModel(read: ParsedModel & { file: string; bytes: Uint8Array }) {
  const { file, bytes, ensemble, version, reference } = read
  const session = await openSession(bytes).catch(error => Promise.reject(unusableError(file, error)))
  await assertSameOutput(ensemble, session).catch(async error => {
    await session.close()
    throw unusableError(file, error)
  })
  return {
    version,
    reference,
    async predict(features: Float32Array): Promise<FraudModelOutput> {
      const [scored] = await session.scores([features])
      return { probability: scored!.probability, ...explain(ensemble, features) }
    },
    /** Many rows in one run, contributions computed lazily. */
    async predictBatch(rows: readonly Float32Array[]): Promise<ModelScore[]> {
      const scored = await session.scores(rows)
      return scored.map(({ probability }, at) => ({
        probability,
        get contributions() {
          return explain(ensemble, rows[at]!).contributions
        },
      }))
    },
    close: session.close,
  }
}

/** A damaged file may open and then fail with every transaction, or differ from its own trees. */
async function assertSameOutput(ensemble: Ensemble, session: Session): Promise<void> {
  const rows = PROBE_VALUES.map(value => new Float32Array(FEATURE_NAMES.length).fill(value))
  for (const [at, { margin, probability }] of (await session.scores(rows)).entries()) {
    const expected = marginOf(ensemble, rows[at]!)
    const error = Math.max(Math.abs(margin - expected), Math.abs(probability - probabilityOf(expected)))
    // Negated, so that NaN fails too.
    if (!(error < ERROR_MAX)) throw new Error('its output differs from that of its trees')
  }
}

function parseReference(text: string): Reference {
  const reference = Reference.parse(JSON.parse(text))
  const isComplete = reference.features.length === FEATURE_NAMES.length && reference.score.length === SCORE_BINS
  if (!isComplete || reference.features.some(({ rows }) => rows.length !== BINS))
    throw new Error('its training data has other bins')
  return reference
}

function explain(ensemble: Ensemble, features: Float32Array): Omit<FraudModelOutput, 'probability'> {
  const contributions = { amount: 0, velocity: 0, merchant: 0, device: 0, time: 0, profile: 0 }
  const { margin, bias, of } = contributionsOf(ensemble, features)
  for (const [at, group] of GROUPS.entries()) contributions[group] += of[at]!
  return { margin, bias, contributions }
}
