import { FEATURE_NAMES, featuresOf, type LayerOutputs } from '#domain/sms/model/features.ts'
import { TEXT_GRAMS } from '#domain/sms/model/grams.ts'
import { fitLinear, marginOf as linearMarginOf } from '#ml/linear/fit.ts'
import { type QuantisedWeights, quantise } from '#ml/linear/quantise.ts'
import { type BoostOptions, boost } from '#ml/trees/boost.ts'
import { marginOf, probabilityOf } from '#ml/trees/ensemble.ts'
import { random } from '../random.ts'
import { CLASSES, type Class, type Sample } from './message.ts'

/** Chosen on the first eight splits of the three-class protocol; the same for every protocol. */
export const LINEAR = { cost: 0.4, positiveCost: 2, rounds: 40 } as const
export const BOOSTING: BoostOptions = { trees: 120, depth: 4, learningRate: 0.05, lambda: 10, childWeightMin: 3 }
export const FOLDS = 5
const SEED = 1

/** Per link, the probability of phishing. */
export type LinkScores = (sample: Sample) => readonly number[]

type Layers = Readonly<Record<Class, QuantisedWeights>>
export type Stack = ReturnType<typeof fitStack>
export type Calibration = { slope: number; shift: number }

type StackOptions = {
  positive: Class
  linkScores: LinkScores
  /** Samples of one group stay in one fold. */
  groupOf: (sample: Sample) => string
  weightOf?: (sample: Sample) => number
  onStep?: (step: string) => void
}

/**
 * Linear layers on grams, and trees on the layers' margins and all other features. Margins, calibration and threshold
 * come from folds that did not contain the row.
 */
export function fitStack(
  samples: readonly Sample[],
  { positive, linkScores, groupOf, weightOf = () => 1, onStep = () => {} }: StackOptions,
) {
  const folds = samples.map(sample => partOf(groupOf(sample), FOLDS))
  const layers: LayerOutputs[] = new Array(samples.length)
  for (let fold = 0; fold < FOLDS; fold += 1) {
    onStep(`fold ${fold + 1} of ${FOLDS}`)
    const linear = fitLayers(
      samples.filter((_, at) => folds[at] !== fold),
      weightOf,
    )
    for (const [at, sample] of samples.entries())
      if (folds[at] === fold) layers[at] = layersOf(linear, sample, linkScores)
  }
  const rows = samples.map((sample, at) => featuresOf(sample.parsed, layers[at]!))
  const labels = Uint8Array.from(samples, ({ label }) => (label === positive ? 1 : 0))
  const margins = new Float64Array(samples.length)
  for (let fold = 0; fold < FOLDS; fold += 1) {
    onStep(`trees without fold ${fold + 1}`)
    const others = samples.flatMap((_, at) => (folds[at] === fold ? [] : [at]))
    const trees = boost(
      matrixOf(others.map(at => rows[at]!)),
      Uint8Array.from(others, at => labels[at]!),
      BOOSTING,
    )
    for (const at of samples.keys()) if (folds[at] === fold) margins[at] = marginOf(trees, rows[at]!)
  }
  onStep('all rows')
  const calibration = fitCalibration(margins, labels)
  const probabilities = margins.map(margin => calibratedProbability(margin, calibration))
  return {
    linear: fitLayers(samples, weightOf),
    trees: boost(matrixOf(rows), labels, BOOSTING),
    ...{ calibration, threshold: bestThreshold(probabilities, labels) },
  }
}

export function probabilityOfSample(stack: Stack, sample: Sample, linkScores: LinkScores): number {
  const features = featuresOf(sample.parsed, layersOf(stack.linear, sample, linkScores))
  return calibratedProbability(marginOf(stack.trees, features), stack.calibration)
}

export function layersOf(linear: Layers, sample: Sample, linkScores: LinkScores): LayerOutputs {
  return {
    phishing: linearMarginOf(linear.smishing, sample.grams),
    promotion: linearMarginOf(linear.promotion, sample.grams),
    ham: linearMarginOf(linear.ham, sample.grams),
    links: linkScores(sample),
  }
}

/** The layer of a class without samples has only a negative bias. */
function fitLayers(samples: readonly Sample[], weightOf: (sample: Sample) => number): Layers {
  const sparse = { features: TEXT_GRAMS, rows: samples.map(({ grams }) => grams) }
  const counts = Float64Array.from(samples, weightOf)
  const scales = raritiesOf(samples)
  const layer = (of: Class): QuantisedWeights => {
    const isOf = Uint8Array.from(samples, ({ label }) => (label === of ? 1 : 0))
    if (!isOf.includes(1)) return quantise({ weights: new Float64Array(TEXT_GRAMS), bias: -1 })
    return quantise(fitLinear(sparse, isOf, { ...LINEAR, next: random(SEED), counts, scales }))
  }
  return Object.fromEntries(CLASSES.map(of => [of, layer(of)])) as Layers
}

/** Inverse document frequency, about 1 for a gram in one of fifty texts. */
function raritiesOf(samples: readonly Sample[]): Float64Array {
  const texts = new Float64Array(TEXT_GRAMS)
  for (const { grams } of samples) for (const gram of grams) texts[gram]! += 1
  return texts.map(count => Math.log((samples.length + 1) / (count + 1)) / RARITY)
}
const RARITY = 4

/** A deterministic part, from 0 to below `parts`. */
export function partOf(text: string, parts: number): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  hash ^= hash >>> 15
  hash = Math.imul(hash, 0x2c1b3c6d)
  hash ^= hash >>> 13
  return (hash >>> 0) % parts
}

function matrixOf(rows: readonly Float32Array[]) {
  const columns = FEATURE_NAMES.map((_, at) => Float32Array.from(rows, row => row[at]!))
  return { features: FEATURE_NAMES, rows: rows.length, columns }
}

export function calibratedProbability(margin: number, { slope, shift }: Calibration): number {
  return probabilityOf(slope * margin + shift)
}

const NEWTON_STEPS = 50
const HALVINGS_MAX = 30
/** Smaller differences of losses are ignored. */
const LOSS_ALIKE = 1e-9

/** Platt scaling: maximum likelihood slope and shift of log-odds, by Newton's method with step halving. */
export function fitCalibration(margins: Float64Array, labels: Uint8Array): Calibration {
  let at: Calibration = { slope: 1, shift: 0 }
  let loss = lossOf(margins, labels, at)
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    let [gSlope, gShift, hSlope, hBoth, hShift] = [1e-6, 0, 1e-3, 0, 1e-3]
    for (let row = 0; row < margins.length; row += 1) {
      const margin = margins[row]!
      const p = calibratedProbability(margin, at)
      const [off, weight] = [p - labels[row]!, p * (1 - p)]
      gSlope += off * margin
      gShift += off
      hSlope += weight * margin * margin
      hBoth += weight * margin
      hShift += weight
    }
    const determinant = hSlope * hShift - hBoth * hBoth
    const [dSlope, dShift] = [
      (hShift * gSlope - hBoth * gShift) / determinant,
      (hSlope * gShift - hBoth * gSlope) / determinant,
    ]
    if (Math.abs(dSlope) + Math.abs(dShift) < 1e-9) break
    let part = 1
    let next = at
    let nextLoss = Number.POSITIVE_INFINITY
    for (let halved = 0; halved < HALVINGS_MAX && nextLoss > loss + LOSS_ALIKE; halved += 1, part /= 2) {
      next = { slope: at.slope - part * dSlope, shift: at.shift - part * dShift }
      nextLoss = lossOf(margins, labels, next)
    }
    ;[at, loss] = [next, nextLoss]
  }
  return at
}

/** Mean log loss. */
function lossOf(margins: Float64Array, labels: Uint8Array, { slope, shift }: Calibration): number {
  let loss = 0
  for (let row = 0; row < margins.length; row += 1) {
    const against = (labels[row] === 1 ? -1 : 1) * (slope * margins[row]! + shift)
    loss += Math.max(against, 0) + Math.log1p(Math.exp(-Math.abs(against)))
  }
  return loss / margins.length
}

/** Differences of F1 below this are noise of the folds. */
const F1_ALIKE = 0.01
/** From medium risk (0.30) to high risk (0.60). */
const THRESHOLDS = Array.from({ length: 31 }, (_, at) => (30 + at) / 100)

export function bestThreshold(probabilities: Float64Array, labels: Uint8Array): number {
  const f1Of = (threshold: number) => {
    let [hits, alarms, positives] = [0, 0, 0]
    for (let row = 0; row < labels.length; row += 1) {
      positives += labels[row]!
      if (probabilities[row]! < threshold) continue
      alarms += 1
      hits += labels[row]!
    }
    return (2 * hits) / (alarms + positives)
  }
  const f1s = THRESHOLDS.map(f1Of)
  const highest = Math.max(...f1s)
  // The middle of the thresholds that are about as good as the best is robust against a few rows more or less.
  const good = THRESHOLDS.filter((_, at) => f1s[at]! >= highest - F1_ALIKE)
  return good[Math.floor(good.length / 2)]!
}
