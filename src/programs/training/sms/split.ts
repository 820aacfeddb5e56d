import type { Sample } from './message.ts'
import { partOf } from './stack.ts'

/** The part of SmishTank's messages, by time, that is trained on; what came later is tested on. */
const EARLIER = 0.7
/** One of so many texts of sources without users and times is tested on. */
const TEXT_PARTS = 5

export type Split = { train: Sample[]; test: Sample[] }

/**
 * Sources together, tested as the model would meet them: later messages, other people, other texts. SmishTank is parted by time, ExAIS by user
 * (each second one is tested on), our Spanish is only tested on, and the others by text, so that no text stands on both sides.
 */
export function mixedSplit(samples: readonly Sample[]): Split {
  const until = earlierUntil(samples)
  const users = [...new Set(samples.filter(({ source }) => source === 'exais').map(({ user }) => user))].sort(
    (a, b) => Number(a) - Number(b),
  )
  const isTest = (sample: Sample) => {
    if (isOwn(sample)) return false
    if (sample.source === 'smishtank') return sample.at === null || sample.at >= until
    if (sample.source === 'exais') return users.indexOf(sample.user) % 2 === 1
    if (sample.source === 'es_handwritten') return true
    return partOf(sample.key, TEXT_PARTS) === 0
  }
  const test = samples.filter(isTest)
  const keys = new Set(test.map(({ key }) => key))
  return { train: samples.filter(sample => !isTest(sample) && !keys.has(sample.key)), test }
}

function earlierUntil(samples: readonly Sample[]): number {
  const times = samples
    .flatMap(({ source, at }) => (source === 'smishtank' && at !== null ? [at] : []))
    .sort((a, b) => a - b)
  return times[Math.floor(times.length * EARLIER)] ?? Number.POSITIVE_INFINITY
}

/**
 * What a model is taught: UCI's spam only where Mishra says which kind it is, and each text of a label once. Weak rows count less.
 */
export function taught(samples: readonly Sample[]): Sample[] {
  const labelled = new Map(samples.filter(({ source }) => source === 'mishra').map(({ key, label }) => [key, label]))
  const seen = new Set<string>()
  return samples.filter(sample => {
    if (sample.source === 'uci' && sample.label !== 'ham') return false
    if (sample.source !== 'mishra' && !isOwn(sample) && labelled.has(sample.key)) return false
    const once = isOwn(sample) ? sample.parsed.message.text : `${sample.label} ${sample.key}`
    if (seen.has(once)) return false
    seen.add(once)
    return true
  })
}

/** Together in one fold: a user's messages, a month's phishing, texts that differ in digits only. */
export function groupOf({ source, user, at, key }: Sample): string {
  if (source === 'exais') return `user ${user}`
  return source === 'smishtank' && at !== null ? `month ${new Date(at).toISOString().slice(0, 7)}` : key
}

function isOwn({ source }: Sample): boolean {
  return source === 'own' || source === 'own_labelled'
}

/**
 * The Spanish set that is not ours has short phrases whose labels are guesses. Our labelled messages are today's, and
 * few.
 */
export function countOf({ source }: Sample): number {
  if (source === 'own_labelled') return 3
  return source === 'es_softecapps' ? 0.3 : 1
}
