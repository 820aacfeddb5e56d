import type { EventPosition } from './stream-head.ts'

/** The first event of a range of the log that differs from its record. */
export type LogDifference = {
  event: EventPosition
  /** `missing` from the log, `added` to it, `rewritten` (another hash) or `moved`. */
  kind: 'missing' | 'added' | 'rewritten' | 'moved'
  index: number
  matching: number
}

export function findLogDifference(
  recorded: readonly EventPosition[],
  found: readonly EventPosition[],
): LogDifference | null {
  const index = Array.from({ length: Math.max(recorded.length, found.length) }).findIndex(
    (_, at) => !isSameEvent(recorded[at], found[at]),
  )
  if (index < 0) return null
  const [was, is] = [recorded[index], found[index]]
  const inLog = new Map(found.map(event => [keyOf(event), event]))
  const known = new Set(recorded.map(keyOf))
  const matching = recorded.slice(index + 1).filter(event => isSameEvent(event, inLog.get(keyOf(event)))).length
  if (was !== undefined && is !== undefined) {
    if (keyOf(was) === keyOf(is)) return { event: is, kind: 'rewritten', index, matching }
    if (inLog.has(keyOf(was))) return { event: is, kind: known.has(keyOf(is)) ? 'moved' : 'added', index, matching }
  }
  return was === undefined
    ? { event: is!, kind: 'added', index, matching }
    : { event: was, kind: 'missing', index, matching }
}

function isSameEvent(a: EventPosition | undefined, b: EventPosition | undefined): boolean {
  return a !== undefined && b !== undefined && keyOf(a) === keyOf(b) && a.hash === b.hash
}

function keyOf({ stream, revision }: EventPosition): string {
  return `${stream}@${revision}`
}
