import type { ChartSeries } from '../ui/chart-lines.ts'

type Entered = { entries: readonly { status: string; count: number }[] }
type Durations = { p50_seconds: number | null; p95_seconds: number | null }

/** How many records entered each of these statuses, step by step. A status that none entered is not in the answer. */
export function enteredSeries(
  steps: readonly Entered[],
  statuses: readonly (readonly [status: string, name: string])[],
): ChartSeries[] {
  return statuses.map(([status, name]) => ({ name, values: steps.map(step => enteredCount(step, status)) }))
}

export function enteredCount({ entries }: Entered, status: string): number {
  return entries.reduce((sum, entry) => sum + (entry.status === status ? entry.count : 0), 0)
}

export function durationSeries(steps: readonly Durations[]): ChartSeries[] {
  return [
    { name: 'Half within', values: steps.map(({ p50_seconds }) => p50_seconds) },
    { name: '95 % within', values: steps.map(({ p95_seconds }) => p95_seconds) },
  ]
}

type Outcomes = {
  entries: readonly { status: string; level: string; outcome: string | null; count: number }[]
}
export type LevelShare = { level: string; opened: number; resolved: number; confirmed: number }

/** How many alerts of each level turned out to be fraud, of those that were resolved. */
export function levelShares({ entries }: Outcomes, levels: readonly string[]): LevelShare[] {
  return levels.map(level => {
    const ofLevel = entries.filter(entry => entry.level === level)
    const resolved = ofLevel.filter(({ status }) => status === 'resolved')
    return {
      level,
      opened: enteredCount({ entries: ofLevel }, 'open'),
      resolved: countOf(resolved),
      confirmed: countOf(resolved.filter(({ outcome }) => outcome === 'confirmed_fraud')),
    }
  })
}

function countOf(entries: readonly { count: number }[]): number {
  return entries.reduce((sum, { count }) => sum + count, 0)
}
