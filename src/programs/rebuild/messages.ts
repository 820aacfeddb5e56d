import type { AsOfTables } from '#projector/as-of-build.ts'
import type { BuildProgress, BuildResult } from '#projector/build.ts'
import type { RowDifference, TableComparison } from '#projector/compare-tables.ts'
import { formatCount } from '#terminal/progress.ts'
import type { RateEstimate } from './rate-estimator.ts'

const VALUE_MAX = 60
const MINUTE_S = 60
const HOUR_S = 3_600

/** `640 ms`, `12.3 s`, `3 min 20 s`, `2 h 5 min`. */
export function formatDuration(seconds: number): string {
  if (seconds < 1) return `${Math.round(seconds * 1_000)} ms`
  if (seconds < MINUTE_S) return `${seconds.toFixed(1)} s`
  if (seconds < HOUR_S) return `${Math.floor(seconds / MINUTE_S)} min ${Math.round(seconds % MINUTE_S)} s`
  return `${Math.floor(seconds / HOUR_S)} h ${Math.round((seconds % HOUR_S) / MINUTE_S)} min`
}

export function progressMessage(
  { events, phase }: BuildProgress,
  { part, eventsPerSecond, secondsLeft }: RateEstimate,
): string {
  const read = `${formatCount(events)} events`
  if (phase !== 'reading') return `${read}, ${phase}`
  return [
    `${read} read`,
    ...(part === null ? [] : [`${Math.floor(part * 100)} % of the log`]),
    ...(eventsPerSecond === null ? [] : [`${formatCount(Math.round(eventsPerSecond))} events/s`]),
    ...(secondsLeft === null ? [] : [`${formatDuration(Math.max(1, Math.round(secondsLeft))).replace('.0', '')} left`]),
  ].join(', ')
}

/** `from 4,000,000 events (1,200,000 of them by an earlier run) in 70.1 s`. */
export function builtMessage({ events, before, seconds }: BuildResult): string {
  const earlier = before === 0 ? '' : ` (${formatCount(before)} of them applied by an earlier run)`
  return `from ${formatCount(events)} events${earlier} in ${formatDuration(seconds)}`
}

/** A line for each sample, and the number of the other differences. */
export function differenceLines(tables: readonly TableComparison[]): string[] {
  return tables.flatMap(({ table, key, differing, samples }) => {
    const lines = samples.map(difference => `  ${table} ${rowMessage(key, difference)}`)
    return differing > samples.length
      ? [...lines, `  ${table}: ${formatCount(differing - samples.length)} more`]
      : lines
  })
}

function rowMessage(key: readonly string[], { live, rebuilt }: RowDifference): string {
  const row = live ?? rebuilt ?? {}
  const name = key.map(column => `${column} ${valueText(row[column])}`).join(', ')
  if (live === null) return `${name}: the row exists only when it is rebuilt`
  if (rebuilt === null) return `${name}: the row does not exist when it is rebuilt`
  const columns = Object.keys(live).filter(column => JSON.stringify(live[column]) !== JSON.stringify(rebuilt[column]))
  const each = columns.map(column => `${column} is ${valueText(live[column])}, rebuilt ${valueText(rebuilt[column])}`)
  return `${name}: ${each.join('; ') || 'the same values, written differently'}`
}

function valueText(value: unknown): string {
  const text = JSON.stringify(value) ?? 'null'
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text
}

export function asOfTablesLines({ schema, about, bytes }: AsOfTables): string[] {
  const what = schema.startsWith('until_') ? 'tables of the past' : 'an unfinished build'
  const size = `${(bytes / 2 ** 20).toFixed(1)} MiB`
  return [`${schema}: ${what}, ${size}`, ...about.map(line => `  ${line}`)]
}
