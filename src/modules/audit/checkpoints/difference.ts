import type { EventPosition } from './stream-heads.ts'

/** The first event of a stretch of the log that is not as it was taken down. */
export type LogDifference = {
  place: EventPosition
  /** `missing`: it was taken down and is not in the stretch · `added`: the other way round · `rewritten`: it has another hash · `moved`. */
  kind: 'missing' | 'added' | 'rewritten' | 'moved'
  /** Which of those that were taken down stands there, from 0. */
  index: number
  /** How many of those taken down behind it are in the stretch as they were. */
  alike: number
}

/** Compares what was taken down of a stretch of the log, in order, with what the log holds there. */
export function differenceOf(taken: readonly EventPosition[], found: readonly EventPosition[]): LogDifference | null {
  const index = Array.from({ length: Math.max(taken.length, found.length) }).findIndex(
    (_, at) => !isAlike(taken[at], found[at]),
  )
  if (index < 0) return null
  const [was, is] = [taken[index], found[index]]
  const inLog = new Map(found.map(place => [keyOf(place), place]))
  const known = new Set(taken.map(keyOf))
  const alike = taken.slice(index + 1).filter(place => isAlike(place, inLog.get(keyOf(place)))).length
  if (was !== undefined && is !== undefined) {
    if (keyOf(was) === keyOf(is)) return { place: is, kind: 'rewritten', index, alike }
    if (inLog.has(keyOf(was))) return { place: is, kind: known.has(keyOf(is)) ? 'moved' : 'added', index, alike }
  }
  return was === undefined ? { place: is!, kind: 'added', index, alike } : { place: was, kind: 'missing', index, alike }
}

function isAlike(a: EventPosition | undefined, b: EventPosition | undefined): boolean {
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b) && a.hash === b.hash
}

function keyOf({ stream, revision }: EventPosition): string {
  return `${stream}@${revision}`
}
