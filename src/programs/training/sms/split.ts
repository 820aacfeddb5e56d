import type { Sample } from './message.ts'
import { partOf } from './stack.ts'

/** The share of SmishTank's messages, by time, for training. */
const EARLIER = 0.7
/** One of so many texts is tested, for sources without users and times. */
const TEXT_PARTS = 5

/**
 * SmishTank is split by time, ExAIS by user (every other one is tested), our Spanish set is only tested, and the others
 * are split by text. No text is on both sides.
 */
export function mixedSplit(samples: readonly Sample[]) {
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

/** Training rows: UCI's spam only with Mishra's label, and each text once per label. */
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

/** Messages of one group stay in one fold: of a user, of a month of phishing, or with one text except for digits. */
export function groupOf({ source, user, at, key }: Sample): string {
  if (source === 'exais') return `user ${user}`
  return source === 'smishtank' && at !== null ? `month ${new Date(at).toISOString().slice(0, 7)}` : key
}

function isOwn({ source }: Sample): boolean {
  return source === 'own' || source === 'own_labelled'
}

/** The foreign Spanish set has short phrases with uncertain labels. Our labelled messages are recent and few. */
export function weightOf({ source }: Sample): number {
  if (source === 'own_labelled') return 3
  return source === 'es_softecapps' ? 0.3 : 1
}
