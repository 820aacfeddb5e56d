import { random } from './random.ts'

/** What was measured, and between what it lies in 95 % of resamples. */
export type Interval = { value: number; low: number; high: number }

const RESAMPLES = 1_000
const SEED = 1
const OUTSIDE = 0.025

/**
 * Bootstrap intervals by customer: a customer's transactions are drawn together, as they are alike. The same measure gives the same numbers.
 *
 * @param measure of how many times each customer counts, all once where nothing is said.
 */
export function intervals<Name extends string>(
  customers: number,
  measure: (counts?: Float64Array) => Record<Name, number>,
): Record<Name, Interval> {
  const next = random(SEED)
  const drawn = Array.from({ length: RESAMPLES }, () => {
    const counts = new Float64Array(customers)
    for (let left = customers; left > 0; left -= 1) counts[Math.floor(next() * customers)]! += 1
    return measure(counts)
  })
  const quantile = (name: Name, part: number) => {
    const sorted = drawn.map(of => of[name]).sort((a, b) => a - b)
    return sorted[Math.min(RESAMPLES - 1, Math.floor(part * RESAMPLES))]!
  }
  const entries = Object.entries<number>(measure()).map(([name, value]) => {
    const interval = { value, low: quantile(name as Name, OUTSIDE), high: quantile(name as Name, 1 - OUTSIDE) }
    return [name, interval]
  })
  return Object.fromEntries(entries)
}
