import type { Period } from '../format/period.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** What charts show. The service counts whole hours, days and months in UTC. */
export const TIME_RANGES = {
  day: { title: '24 hours', step: 'hour', lengthMs: DAY_MS },
  month: { title: '30 days', step: 'day', lengthMs: 30 * DAY_MS },
  year: { title: '12 months', step: 'month', lengthMs: 365 * DAY_MS },
} as const satisfies Record<string, { title: string; step: Period; lengthMs: number }>
export type TimeRangeName = keyof typeof TIME_RANGES

/** Of the address; a month unless it names another. */
export function rangeNameOf(text: string | undefined): TimeRangeName {
  return text !== undefined && Object.hasOwn(TIME_RANGES, text) ? (text as TimeRangeName) : 'month'
}

/** The last periods until now, of which the first and the last are the ones in which the range begins and ends. */
export function queryOf(name: TimeRangeName, nowMs: number) {
  const { step, lengthMs } = TIME_RANGES[name]
  return { step, since: new Date(nowMs - lengthMs).toISOString(), until: new Date(nowMs).toISOString() }
}
