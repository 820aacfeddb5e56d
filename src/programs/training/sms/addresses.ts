import { globSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Grams, URL_GRAMS, urlGrams } from '#domain/sms/model/grams.ts'
import { addressOf } from '#domain/sms/urls/address.ts'
import { OFFICIAL } from '#domain/sms/urls/brands.ts'
import { COMMON_SITES } from '#domain/sms/urls/lists.ts'
import { fitLinear, marginOf, type Weights } from '#ml/linear/fit.ts'
import { type Quantised, quantised } from '#ml/linear/quantise.ts'
import { probabilityOf } from '#ml/trees/ensemble.ts'
import { eachRecord } from '../csv-gz.ts'
import { type LabelledScores, rankMetrics } from '../metrics.ts'
import { random } from '../random.ts'
import { type Calibration, calibrated, partOf } from './stack.ts'

/** An address of a data set. */
type Known = {
  grams: Grams
  host: string
  isPhishing: boolean
  source: 'esdaung' | 'jpcert' | 'official'
  year: string
}

/** Its margin is the calibrated log-odds that an address is one of phishing. */
export type AddressModel = Quantised

export type AddressFigures = {
  trained: { phishing: number; legitimate: number }
  /** Hosts that were not trained on. */
  tested: { rows: number; auc: number; f1: number }
  /** Which part of the newest year's phishing addresses scores a half and more, by a model of those before. */
  newest: { year: string; rows: number; recall: number } | null
}

/** JPCERT's list is many times as long as the other one, and of one country's brands: each n-th is taken. */
const JPCERT_EACH = 6
const COST = { cost: 1, positiveCost: 0.5, rounds: 15 } as const
const SEED = 2
const TEST_PARTS = 5

/** Every URL data set of a folder, or of its folder `url`; none where there is none. */
export async function readAddresses(folder: string): Promise<{ known: Known[]; hashes: Record<string, string> }> {
  const known: Known[] = []
  const hashes: Record<string, string> = {}
  for (const place of [folder, join(folder, 'url')]) {
    for (const file of filesIn(place, 'url_esdaung*'))
      hashes[basename(file)] = await eachRecord(file, ['label', 'url'], ([label, url]) =>
        push(known, url, { isPhishing: label === '1', source: 'esdaung', year: '' }),
      )
    let row = 0
    for (const file of filesIn(place, 'url_jpcert*'))
      hashes[basename(file)] = await eachRecord(file, ['date', 'URL'], ([date, url]) => {
        row += 1
        if (row % JPCERT_EACH === 0) push(known, url, { isPhishing: true, source: 'jpcert', year: date.slice(0, 4) })
      })
    if (known.length > 0) break
  }
  for (const domain of [...OFFICIAL.keys(), ...COMMON_SITES])
    for (const url of [`https://${domain}/`, `https://www.${domain}/`])
      push(known, url, { isPhishing: false, source: 'official', year: '' })
  return { known, hashes }
}

function filesIn(place: string, pattern: string): string[] {
  return globSync(`${pattern}.csv.gz`, { cwd: place })
    .sort()
    .map(name => join(place, name))
}

function push(known: Known[], url: string, rest: Omit<Known, 'grams' | 'host'>): void {
  const address = addressOf(url)
  if (address !== null) known.push({ grams: urlGrams(address), host: address.host, ...rest })
}

/** A linear layer on the parts of addresses, calibrated on hosts that it had not seen. Null where no list of phishing was there. */
export function fitAddresses(known: readonly Known[]): AddressModel | null {
  if (!known.some(({ isPhishing }) => isPhishing)) return null
  const isHeld = (one: Known) => partOf(one.host, TEST_PARTS) === 0
  const calibration = calibratedOn(layerOf(known.filter(one => !isHeld(one))), known.filter(isHeld))
  return withCalibration(layerOf(known), calibration)
}

export function addressFigures(known: readonly Known[]): AddressFigures {
  const part = (of: Known) => partOf(of.host, TEST_PARTS)
  const train = known.filter(one => part(one) > 1)
  const layer = layerOf(train)
  const held = known.filter(one => part(one) === 1)
  const model = withCalibration(layer, calibratedOn(layer, held))
  const test = known.filter(one => part(one) === 0 && one.source === 'esdaung')
  const judged: LabelledScores = {
    labels: Uint8Array.from(test, ({ isPhishing }) => (isPhishing ? 1 : 0)),
    scores: Float64Array.from(test, ({ grams }) => addressScore(model, grams)),
  }
  return {
    trained: {
      phishing: train.filter(one => one.isPhishing).length,
      legitimate: train.filter(one => !one.isPhishing).length,
    },
    tested: { rows: test.length, auc: rankMetrics(judged).auc, f1: f1Of(judged) },
    newest: newestOf(known),
  }
}

export function addressScore(model: AddressModel, grams: Grams): number {
  return probabilityOf(marginOf(model, grams))
}

function withCalibration({ weights, bias }: Weights, { slope, shift }: Calibration): AddressModel {
  return quantised({ weights: weights.map(weight => weight * slope), bias: bias * slope + shift })
}

function newestOf(known: readonly Known[]): AddressFigures['newest'] {
  const year = known.reduce((last, one) => (one.year > last ? one.year : last), '')
  const before = known.filter(one => one.year < year)
  if (!before.some(one => one.source === 'jpcert')) return null
  const hosts = new Set(before.map(({ host }) => host))
  const test = known.filter(one => one.year === year && !hosts.has(one.host))
  const model = fitAddresses(before)!
  return {
    year,
    rows: test.length,
    recall: test.filter(({ grams }) => addressScore(model, grams) >= 0.5).length / test.length,
  }
}

function layerOf(known: readonly Known[]): Weights {
  const labels = Uint8Array.from(known, ({ isPhishing }) => (isPhishing ? 1 : 0))
  return fitLinear({ features: URL_GRAMS, rows: known.map(({ grams }) => grams) }, labels, {
    ...COST,
    next: random(SEED),
  })
}

function calibratedOn(layer: Weights, held: readonly Known[]): Calibration {
  const margins = Float64Array.from(held, ({ grams }) => marginOf(layer, grams))
  return calibrated(
    margins,
    Uint8Array.from(held, ({ isPhishing }) => (isPhishing ? 1 : 0)),
  )
}

function f1Of({ labels, scores }: LabelledScores): number {
  let [hits, alarms, positives] = [0, 0, 0]
  for (let row = 0; row < labels.length; row += 1) {
    positives += labels[row]!
    if (scores[row]! < 0.5) continue
    alarms += 1
    hits += labels[row]!
  }
  return (2 * hits) / (alarms + positives)
}
