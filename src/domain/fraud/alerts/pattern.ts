import { DAY_MS } from '../history.ts'

/** Two may be one mistake of the model; a third within a day is somebody at work. */
const ALERTS_MIN = 3

/**
 * Whether an alert on a transaction at `at` is one of three or more whose transactions lie within 24 hours of each other, by their own time
 * and so however late they came. `others`: times of the alerts that were there before it, milliseconds, in any order.
 */
export function isPattern(at: number, others: readonly number[]): boolean {
  const times = [...others, at].sort((a, b) => a - b)
  return times.some((first, index) => {
    const last = times[index + ALERTS_MIN - 1]
    return last !== undefined && last - first < DAY_MS && first <= at && at <= last
  })
}
