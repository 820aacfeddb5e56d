import { random } from './random.ts'

/** A value with its 95 % interval. */
export type Interval = { value: number; low: number; high: number }

const RESAMPLES = 1_000
const SEED = 1
const OUTSIDE = 0.025

/**
 * Bootstrap intervals by customer, whose transactions are drawn together because they are alike. Deterministic.
 * @param measure takes how often each customer counts; once by default.
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
