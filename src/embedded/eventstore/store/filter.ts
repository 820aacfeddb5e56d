import type { DatabaseSync } from 'node:sqlite'
import { setFlagsFromString } from 'node:v8'
import type { RecordedEvent } from '#embedded/eventstore/event.ts'

export interface EventFilter {
  readonly on: 'stream' | 'type'
  readonly prefixes: readonly string[]
  readonly regex: string | undefined
}

/** A regular expression that JavaScript does not accept. A real server reads .NET's dialect. */
export class InvalidFilter extends Error {}

export interface FilterClause {
  readonly sql: string
  readonly parameters: readonly string[]
  matches(event: Pick<RecordedEvent, 'stream' | 'type'>): boolean
}

/** Never in `$all`, as on a real server. Folders of older versions contain persistent subscriptions. */
export const VISIBLE_IN_ALL = `
  stream NOT GLOB '$persistentsubscription-$all::*-checkpoint' AND
  stream NOT GLOB '$persistentsubscription-$all::*-parked' AND
  stream <> '$epoch-information'`

const CHECKPOINTS = '$persistentsubscription-$all::'

export function isVisibleInAll(stream: string): boolean {
  if (!stream.startsWith('$')) return true
  const isHidden = stream.startsWith(CHECKPOINTS) && (stream.endsWith('-checkpoint') || stream.endsWith('-parked'))
  return !isHidden && stream !== '$epoch-information'
}

export const NO_FILTER: FilterClause = { sql: '1', parameters: [], matches: () => true }

export function filterClause(filter: EventFilter | undefined): FilterClause {
  if (filter === undefined) return NO_FILTER
  const { on, prefixes } = filter
  if (filter.regex !== undefined) {
    const regex = compiled(filter.regex)
    return { sql: `matches(?, ${on})`, parameters: [filter.regex], matches: event => regex.test(event[on]) }
  }
  if (prefixes.length === 0) return NO_FILTER
  const sql = prefixes.map(() => `substr(${on}, 1, length(?)) = ?`).join(' OR ')
  return {
    sql: `(${sql})`,
    parameters: prefixes.flatMap(prefix => [prefix, prefix]),
    matches: event => prefixes.some(prefix => event[on].startsWith(prefix)),
  }
}

export function registerMatcher(database: DatabaseSync): void {
  database.function('matches', { deterministic: true }, (pattern, text) =>
    compiled(String(pattern)).test(String(text)) ? 1 : 0,
  )
}

/**
 * `^(a+)+$` and its like would block the node for years. After 50,000 steps back V8 switches to its linear engine,
 * which knows no look-around and no back-references.
 */
setFlagsFromString('--enable-experimental-regexp-engine-on-excessive-backtracks')

const PATTERNS_MAX = 256
const patterns = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern)
  if (known !== undefined) return known
  let regex: RegExp
  try {
    regex = new RegExp(pattern)
  } catch (error) {
    throw new InvalidFilter(error instanceof Error ? error.message : pattern)
  }
  if (patterns.size >= PATTERNS_MAX) patterns.clear()
  patterns.set(pattern, regex)
  return regex
}
