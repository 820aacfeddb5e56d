import { classify } from '#domain/sms/classify.ts'
import { brier } from '../metrics.ts'
import { figuresOf, type LabelledPrediction } from './figures.ts'
import type { Class, Sample } from './message.ts'
import { groupOf, mixedSplit, taught, weightOf } from './split.ts'
import { fitStack, type LinkScores, probabilityOfSample, type Stack } from './stack.ts'

export type SourceFigures = ReturnType<typeof partOf>

type Prediction = LabelledPrediction & { sample: Sample; probability: number; isPredictedByModel: boolean }

/** Trains on a part of all sources and tests on the other part, with the rules and by the model alone. */
export function mixedProtocol(samples: readonly Sample[], linkScores: LinkScores, onStep: (step: string) => void) {
  const { train, test } = mixedSplit(samples)
  const taughtSamples = taught(train)
  const stack = fitStack(taughtSamples, { positive: 'smishing', linkScores, groupOf, weightOf, onStep })
  // UCI's spam is not divided into promotion and smishing.
  const predictions = test
    .filter(({ source, label }) => source !== 'uci' || label === 'ham')
    .map(sample => predict(stack, sample, linkScores))
  const part = (of: string, isIn: (sample: Sample) => boolean) =>
    partOf(
      of,
      predictions.filter(({ sample }) => isIn(sample)),
    )
  const parts = (pick: (sample: Sample) => string) =>
    [...new Set(predictions.map(({ sample }) => pick(sample)))]
      .filter(of => of !== '')
      .sort()
      .map(of => part(of, sample => pick(sample) === of))
  return {
    trained: countsByClass(taughtSamples),
    threshold: stack.threshold,
    /** Later phishing of SmishTank, and messages of other users of ExAIS. */
    main: part('later SmishTank, other users of ExAIS', ({ source }) => source === 'smishtank' || source === 'exais'),
    all: part('all sources', () => true),
    sources: parts(({ source }) => source),
    categories: parts(({ source, category }) => (category === '' ? '' : `${source}: ${category}`)),
    languages: parts(({ source, parsed }) =>
      source.startsWith('es_') ? 'es (sources)' : `${parsed.language}, detected`,
    ),
    promotion: part('promotion', ({ label }) => label === 'promotion'),
    /** Real notices: ham from a name or a short code. */
    alerts: part('notes of names and short codes', isAlert),
    calibration: calibrationOf(predictions),
  }
}

function predict(stack: Stack, sample: Sample, linkScores: LinkScores): Prediction {
  const probability = probabilityOfSample(stack, sample, linkScores)
  const output = { probability, knownWordShare: 1, links: linkScores(sample) }
  const { is_phishing } = classify(sample.parsed, output, { version: '', threshold: stack.threshold })
  return {
    ...{ sample, probability, isPredicted: is_phishing },
    isPredictedByModel: probability >= stack.threshold,
    isPositive: sample.label === 'smishing',
  }
}

function partOf(of: string, predictions: readonly Prediction[]) {
  return {
    ...{ of, rows: predictions.length },
    smishing: predictions.filter(({ isPositive }) => isPositive).length,
    figures: figuresOf(predictions),
    byModel: figuresOf(
      predictions.map(({ isPositive, isPredictedByModel }) => ({ isPositive, isPredicted: isPredictedByModel })),
    ),
  }
}

/** Some numbers have the form in which a spreadsheet writes them. */
function isAlert({ source, label, sender }: Sample): boolean {
  const isName = /[a-z]/i.test(sender) && !/^\d[\d.]*E\+\d+$/i.test(sender)
  return source === 'exais' && label === 'ham' && (isName || /^\d{3,6}$/.test(sender))
}

export function countsByClass(samples: readonly Sample[]): Record<Class, number> {
  const counts = { ham: 0, promotion: 0, smishing: 0 }
  for (const { label } of samples) counts[label] += 1
  return counts
}

const BINS = [0, 0.1, 0.3, 0.6, 0.85, 1.01]

function calibrationOf(predictions: readonly Prediction[]) {
  const judged = {
    labels: Uint8Array.from(predictions, ({ isPositive }) => (isPositive ? 1 : 0)),
    scores: Float64Array.from(predictions, ({ probability }) => probability),
  }
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
  const rate = mean([...judged.labels])
  return {
    ...{ brier: brier(judged), base: rate * (1 - rate) },
    bins: BINS.slice(0, -1).map((from, at) => {
      const within = predictions.filter(({ probability }) => probability >= from && probability < BINS[at + 1]!)
      return {
        ...{ from, rows: within.length },
        mean: mean(within.map(({ probability }) => probability)),
        smishing: within.filter(({ isPositive }) => isPositive).length,
      }
    }),
  }
}
