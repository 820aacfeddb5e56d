import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Grams, URL_GRAMS, urlGrams } from '#domain/sms/model/grams.ts'
import { OFFICIAL } from '#domain/sms/urls/brands.ts'
import { COMMON_SITES } from '#domain/sms/urls/domain-lists.ts'
import { parseUrl } from '#domain/sms/urls/parse-url.ts'
import { fitLinear, marginOf, type Weights } from '#ml/linear/fit.ts'
import { type QuantisedWeights, quantise } from '#ml/linear/quantise.ts'
import { probabilityOf } from '#ml/trees/ensemble.ts'
import { eachRecord } from '../csv-gz.ts'
import { rankMetrics } from '../metrics.ts'
import { random } from '../random.ts'
import { countsOf, metricsOf } from './figures.ts'
import { type Calibration, fitCalibration, partOf } from './stack.ts'

type LabelledUrl = {
  grams: Grams
  host: string
  isPhishing: boolean
  source: 'esdaung' | 'jpcert' | 'official'
  year: string
}

/** Its margin is the calibrated log-odds of phishing. */
export type UrlModel = QuantisedWeights

/** Takes each n-th row of JPCERT's list, which is much longer than the other one and about one country's brands. */
const JPCERT_SAMPLING = 6
const COST = { cost: 1, positiveCost: 0.5, rounds: 15 } as const
const SEED = 2
const TEST_PARTS = 5

/** The URL data sets of a folder, or of its folder `url`. */
export async function readUrls(folder: string): Promise<{ urls: LabelledUrl[]; hashes: Record<string, string> }> {
  const urls: LabelledUrl[] = []
  const hashes: Record<string, string> = {}
  for (const directory of [folder, join(folder, 'url')]) {
    for (const file of filesIn(directory, 'url_esdaung*'))
      hashes[basename(file)] = await eachRecord(file, ['label', 'url'], ([label, url]) =>
        push(urls, url, { isPhishing: label === '1', source: 'esdaung', year: '' }),
      )
    let row = 0
    for (const file of filesIn(directory, 'url_jpcert*'))
      hashes[basename(file)] = await eachRecord(file, ['date', 'URL'], ([date, url]) => {
        row += 1
        if (row % JPCERT_SAMPLING === 0) push(urls, url, { isPhishing: true, source: 'jpcert', year: date.slice(0, 4) })
      })
    if (urls.length > 0) break
  }
  for (const domain of [...OFFICIAL.keys(), ...COMMON_SITES])
    for (const url of [`https://${domain}/`, `https://www.${domain}/`])
      push(urls, url, { isPhishing: false, source: 'official', year: '' })
  return { urls, hashes }
}

function filesIn(directory: string, pattern: string): string[] {
  return globSync(`${pattern}.csv.gz`, { cwd: directory })
    .sort()
    .map(name => join(directory, name))
}

function push(urls: LabelledUrl[], url: string, rest: Omit<LabelledUrl, 'grams' | 'host'>): void {
  const address = parseUrl(url)
  if (address !== null) urls.push({ grams: urlGrams(address), host: address.host, ...rest })
}

/** A linear layer on the grams of URLs, calibrated on held-out hosts. Null without phishing URLs. */
export function fitUrlModel(urls: readonly LabelledUrl[]): UrlModel | null {
  if (!urls.some(({ isPhishing }) => isPhishing)) return null
  const isHeldOut = (one: LabelledUrl) => partOf(one.host, TEST_PARTS) === 0
  const calibration = calibratedOn(layerOf(urls.filter(one => !isHeldOut(one))), urls.filter(isHeldOut))
  return withCalibration(layerOf(urls), calibration)
}

export function urlFigures(urls: readonly LabelledUrl[]) {
  const part = (of: LabelledUrl) => partOf(of.host, TEST_PARTS)
  const train = urls.filter(one => part(one) > 1)
  const layer = layerOf(train)
  const heldOut = urls.filter(one => part(one) === 1)
  const model = withCalibration(layer, calibratedOn(layer, heldOut))
  const test = urls.filter(one => part(one) === 0 && one.source === 'esdaung')
  const scores = Float64Array.from(test, ({ grams }) => urlScore(model, grams))
  const { auc } = rankMetrics({ labels: labelsOf(test), scores })
  const { f1 } = metricsOf(
    countsOf(test.map(({ isPhishing }, at) => ({ isPositive: isPhishing, isPredicted: scores[at]! >= 0.5 }))),
  )
  return {
    trained: {
      phishing: train.filter(one => one.isPhishing).length,
      legitimate: train.filter(one => !one.isPhishing).length,
    },
    /** On hosts that are not in the training part. */
    tested: { rows: test.length, auc, f1 },
    newest: newestOf(urls),
  }
}

export function urlScore(model: UrlModel, grams: Grams): number {
  return probabilityOf(marginOf(model, grams))
}

function withCalibration({ weights, bias }: Weights, { slope, shift }: Calibration): UrlModel {
  return quantise({ weights: weights.map(weight => weight * slope), bias: bias * slope + shift })
}

/** Recall on the phishing URLs of the newest year, by a model of the years before. */
function newestOf(urls: readonly LabelledUrl[]) {
  const year = urls.reduce((last, one) => (one.year > last ? one.year : last), '')
  const before = urls.filter(one => one.year < year)
  if (!before.some(one => one.source === 'jpcert')) return null
  const hosts = new Set(before.map(({ host }) => host))
  const test = urls.filter(one => one.year === year && !hosts.has(one.host))
  const model = fitUrlModel(before)!
  return {
    year,
    rows: test.length,
    recall: test.filter(({ grams }) => urlScore(model, grams) >= 0.5).length / test.length,
  }
}

function layerOf(urls: readonly LabelledUrl[]): Weights {
  const matrix = { features: URL_GRAMS, rows: urls.map(({ grams }) => grams) }
  return fitLinear(matrix, labelsOf(urls), { ...COST, next: random(SEED) })
}

function calibratedOn(layer: Weights, heldOut: readonly LabelledUrl[]): Calibration {
  const margins = Float64Array.from(heldOut, ({ grams }) => marginOf(layer, grams))
  return fitCalibration(margins, labelsOf(heldOut))
}

function labelsOf(urls: readonly LabelledUrl[]): Uint8Array {
  return Uint8Array.from(urls, ({ isPhishing }) => (isPhishing ? 1 : 0))
}
