import { DAY_MS } from '../history.ts'

/** Two may be one mistake of the model; a third within a day indicates an attack. */
const ALERTS_MIN = 3

/** `others`: times of the user's earlier alerts, milliseconds, unordered. */
export function isPattern(at: number, others: readonly number[]): boolean {
  const times = [...others, at].sort((a, b) => a - b)
  return times.some((first, index) => {
    const last = times[index + ALERTS_MIN - 1]
    return last !== undefined && last - first < DAY_MS && first <= at && at <= last
  })
}
