import { intervals } from '../bootstrap.ts'
import { random } from '../random.ts'
import { CLASSES, type Class, type Sample } from './message.ts'
import { fitStack, type LinkScores, layersOf, probabilityOfSample } from './stack.ts'

/** The published protocol: distinct texts, three classes, a fifth of each tested, the mean over random splits. */
const TESTED = 0.2
export const SEEDS = 30
/** Of the published results. */
export const TESTED_ROWS = 'other rows: all 5,971'

export function mishraProtocol(
  samples: readonly Sample[],
  linkScores: LinkScores,
  seeds: number,
  onSeed: (seed: number) => void = () => {},
) {
  const texts = new Set<string>()
  const rows = samples.filter(
    ({ source, parsed: { message } }) => source === 'mishra' && !texts.has(message.text) && texts.add(message.text),
  )
  if (rows.length === 0) return null
  const results = Array.from({ length: seeds }, (_, seed) => {
    onSeed(seed + 1)
    const { train, test } = split(rows, seed)
    const stack = fitStack(train, { positive: 'smishing', linkScores, groupOf: ({ key }) => key })
    const predictions = test.map((sample): Class => {
      if (probabilityOfSample(stack, sample, linkScores) >= stack.threshold) return 'smishing'
      const { promotion, ham } = layersOf(stack.linear, sample, linkScores)
      return promotion > ham ? 'promotion' : 'ham'
    })
    const f1s = CLASSES.map(of => f1Of(of, test, predictions))
    return {
      smishingF1: f1Of('smishing', test, predictions),
      macroF1: f1s.reduce((sum, f1) => sum + f1, 0) / f1s.length,
      accuracy: test.filter(({ label }, at) => label === predictions[at]).length / test.length,
    }
  })
  const figures = intervals(seeds, drawn => {
    const valuesOf = (name: keyof (typeof results)[number]) => results.map(result => result[name])
    const meanOf = (name: keyof (typeof results)[number]) => mean(valuesOf(name), drawn)
    return { smishingF1: meanOf('smishingF1'), macroF1: meanOf('macroF1'), accuracy: meanOf('accuracy') }
  })
  return { texts: rows.length, seeds, figures }
}

/** Smishing F1 of the models of the data set's repository, on all 5,971 rows. */
export const PUBLISHED_MISHRA = [
  { model: 'linear SVC', f1: 0.87 },
  { model: 'logistic regression', f1: 0.868 },
  { model: 'naive Bayes', f1: 0.857 },
] as const

function split(rows: readonly Sample[], seed: number): { train: Sample[]; test: Sample[] } {
  const next = random(seed)
  const test = new Set<Sample>()
  for (const of of CLASSES) {
    const ofClass = rows.filter(({ label }) => label === of)
    for (let left = Math.round(ofClass.length * TESTED); left > 0; left -= 1)
      test.add(ofClass.splice(Math.floor(next() * ofClass.length), 1)[0]!)
  }
  return { train: rows.filter(row => !test.has(row)), test: [...test] }
}

function f1Of(of: Class, test: readonly Sample[], predictions: readonly Class[]): number {
  const hits = test.filter(({ label }, at) => label === of && predictions[at] === of).length
  return (2 * hits) / (test.filter(({ label }) => label === of).length + predictions.filter(one => one === of).length)
}

function mean(values: readonly number[], drawn?: Float64Array): number {
  const times = (at: number) => drawn?.[at] ?? 1
  return (
    values.reduce((sum, value, at) => sum + value * times(at), 0) / values.reduce((sum, _, at) => sum + times(at), 0)
  )
}
