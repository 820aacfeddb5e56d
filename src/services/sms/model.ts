import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { SmsModel } from '#domain/sms/analyse.ts'
import type { SmsModelOutput } from '#domain/sms/classify.ts'
import { FEATURE_NAMES, FEATURES_VERSION, featuresOf } from '#domain/sms/model/features.ts'
import { textGrams, urlGrams } from '#domain/sms/model/grams.ts'
import { heaviestWords } from '#domain/sms/model/heaviest-words.ts'
import { isKnownWords, knownShare } from '#domain/sms/model/known-words.ts'
import type { ParsedMessage } from '#domain/sms/parse-message.ts'
import { type LinearSession, openLinear } from '#ml/linear/session.ts'
import { readOnnx } from '#ml/trees/read-onnx.ts'
import { openSession } from '#ml/trees/session.ts'
import { OperationalError } from '#values/operational-error.ts'

/** Made by `npm run train`, for this version of the features. */
export const MODEL_FOLDER = resolve(import.meta.dirname, 'model')

/** Index of the text model's layer. */
const PHISHING = 0

const FILES = { text: 'text.onnx', addresses: 'addresses.onnx', trees: 'trees.onnx' } as const

export type OpenModel = SmsModel & { close(): Promise<void> }

/** Rejects with a OperationalError that names the folder and the reason. */
export async function openModel(folder: string): Promise<OpenModel> {
  try {
    const [treesFile, textFile, addressesFile] = await readFiles(folder, [FILES.trees, FILES.text, FILES.addresses])
    const { ensemble, metadata } = readOnnx(treesFile)
    const { version, features_version } = metadata
    const threshold = Number(metadata.threshold)
    if (version === undefined || !/^v[1-9]\d*\.\d+\.\d+$/.test(version)) throw new Error('it has no version')
    if (features_version !== String(FEATURES_VERSION) || ensemble.features.join() !== FEATURE_NAMES.join())
      throw new Error('it was trained for other features')
    if (!(threshold > 0 && threshold < 1)) throw new Error('it has no threshold from 0 to 1')
    const text = await openLinear(textFile)
    const addresses = await openLinear(addressesFile)
    for (const layer of [text, addresses])
      if (layer.metadata.version !== version) throw new Error('its files are of different versions')
    const knownWords = Buffer.from(text.metadata.known_words ?? '', 'base64')
    if (!isKnownWords(knownWords)) throw new Error('it has no known words')
    const trees = await openSession(treesFile)
    return {
      ...{ version, threshold },
      async predict(parsed) {
        const links = await linkScores(addresses, parsed)
        const margins = await text.margins(parsed.map(textGrams))
        const rows = parsed.map((one, at) => {
          const [phishing, promotion, ham] = margins[at]!
          return featuresOf(one, { phishing: phishing!, promotion: promotion!, ham: ham!, links: links[at]! })
        })
        const scores = await trees.scores(rows)
        return parsed.map(
          (one, at): SmsModelOutput => ({
            probability: scores[at]!.probability,
            knownWordShare: knownShare(one.words, knownWords),
            links: links[at]!,
            findHeaviestWords: () => heaviestWords(one.words, grams => text.weightOf(grams, PHISHING)),
          }),
        )
      },
      async close() {
        await Promise.all([text.close(), addresses.close(), trees.close()])
      },
    }
  } catch (error) {
    throw new OperationalError(
      `the SMS model in ${folder} can't be used: ${error instanceof Error ? error.message : error}`,
    )
  }
}

/** Compares each file with its SHA-256 in card.md: a corrupt file may open and give wrong scores. */
async function readFiles<const Names extends readonly string[]>(folder: string, names: Names) {
  const card = (await readFile(join(folder, 'card.md'), 'utf8')).split('\n')
  const files = await Promise.all(names.map(name => readFile(join(folder, name))))
  for (const [at, name] of names.entries()) {
    const hash = createHash('sha256').update(files[at]!).digest('hex')
    if (!card.some(line => line.includes(`\`${name}\``) && line.includes(hash)))
      throw new Error(`${name} is not the file that its card names`)
  }
  return files as { -readonly [At in keyof Names]: Buffer }
}

/** Per message and link, the probability that the URL is phishing. */
async function linkScores(addresses: LinearSession, parsed: readonly ParsedMessage[]): Promise<number[][]> {
  const grams = parsed.flatMap(({ links }) => links.map(({ parsedUrl }) => urlGrams(parsedUrl)))
  const margins = await addresses.margins(grams)
  let next = 0
  return parsed.map(({ links }) => links.map(() => 1 / (1 + Math.exp(-margins[next++]![0]!))))
}
