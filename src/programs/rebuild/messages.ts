import type { AsOfTables } from '#projector/as-of-build.ts'
import type { BuildProgress, BuildResult } from '#projector/build.ts'
import type { RowDifference, TableComparison } from '#projector/compare-tables.ts'
import type { RateEstimate } from './rate-estimator.ts'

/** What `npm run rebuild` says, line by line. */

/** A value of a column is told up to this length. */
const VALUE_MAX = 60
const MINUTE_S = 60
const HOUR_S = 3_600

export function inDigits(count: number): string {
  return Math.round(count).toLocaleString('en-US')
}

/** `640 ms`, `12.3 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`
  if (seconds < MINUTE_S) return `${seconds.toFixed(1)} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${Math.round(seconds % MINUTE_S)} s`
  return `${Math.floor(seconds / HOUR_S)} h ${Math.round((seconds % HOUR_S) / MINUTE_S)} min`
}

export function progressMessage(
  { events, doing }: BuildProgress,
  { part, eventsPerSecond, secondsLeft }: RateEstimate,
): string {
  const read = `${inDigits(events)} events`
  if (doing !== 'reading') return `${read}, ${doing}`
  return [
    `${read} read`,
    ...(part === null ? [] : [`${Math.floor(part * 100)} % of the log`]),
    ...(eventsPerSecond === null ? [] : [`${inDigits(eventsPerSecond)} events/s`]),
    ...(secondsLeft === null ? [] : [`${formatDuration(Math.max(1, Math.round(secondsLeft))).replace('.0', '')} left`]),
  ].join(', ')
}

/** `from 4,000,000 events (1,200,000 of them by an earlier run) in 70.1 s`. */
export function builtMessage({ events, before, seconds }: BuildResult): string {
  const earlier = before === 0 ? '' : ` (${inDigits(before)} of them applied by an earlier run)`
  return `from ${inDigits(events)} events${earlier} in ${formatDuration(seconds)}`
}

/** One line in sum, one for each difference that is told, and how many are not. */
export function differenceLines(tables: readonly TableComparison[]): string[] {
  return tables.flatMap(({ table, key, differing, samples }) => {
    const lines = samples.map(difference => `  ${table} ${rowMessage(key, difference)}`)
    return differing > samples.length ? [...lines, `  ${table}: ${inDigits(differing - samples.length)} more`] : lines
  })
}

function rowMessage(key: readonly string[], { live, rebuilt }: RowDifference): string {
  const row = live ?? rebuilt ?? {}
  const name = key.map(column => `${column} ${valueText(row[column])}`).join(', ')
  if (live === null) return `${name}: there is no such row, rebuilt there is`
  if (rebuilt === null) return `${name}: there is no such row when it is rebuilt`
  const columns = Object.keys(live).filter(column => JSON.stringify(live[column]) !== JSON.stringify(rebuilt[column]))
  const each = columns.map(column => `${column} is ${valueText(live[column])}, rebuilt ${valueText(rebuilt[column])}`)
  return `${name}: ${each.join('; ') || 'the same values, written differently'}`
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
}

export function asOfTablesLines({ schema, about, bytes }: AsOfTables): string[] {
  const what = schema.startsWith('until_') ? 'tables of the past' : 'a build that was not finished'
  const size = `${(bytes / 2 ** 20).toFixed(1)} MiB`
  return [`${schema}: ${what}, ${size}`, ...about.map(line => `  ${line}`)]
}
