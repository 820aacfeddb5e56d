import { z } from 'zod'
import { type BesideFloor, median, percentile, round } from './figures.ts'

/** The ratios of a release, and on what they were measured. */
export const Kept = z.strictObject({
  release: z.string(),
  node: z.string(),
  cores: z.int(),
  ratios: z.record(z.string(), z.number()),
})
export type Kept = z.infer<typeof Kept>

export type Measured = { what: string; rounds: BesideFloor[] }

/** A ratio that fell by more than this part of the kept one is printed first. */
const FALL_MAX = 0.1
const WIDTH = 38

export const ratioOf = ({ rounds }: Measured) => median(rounds.map(({ ratio }) => ratio))

/**
 * The lines of the table: first what fell, then every measure with its ratio, the kept one and the medians of its
 * rounds.
 */
export function reportOf(measured: readonly Measured[], kept: Kept | null): string[] {
  const fall = (one: Measured) => 1 - ratioOf(one) / (kept?.ratios[one.what] ?? 0)
  const fell = measured.filter(one => kept?.ratios[one.what] !== undefined && fall(one) > FALL_MAX)
  const others = measured.filter(one => !fell.includes(one))
  return [
    ...fell.map(one => `FELL BY ${round(fall(one) * 100)} %: ${one.what}`),
    `${''.padEnd(WIDTH)}  ratio  ${(kept?.release ?? 'none kept').padEnd(9)}  medians`,
    ...[...fell, ...others].map(one => lineOf(one, kept?.ratios[one.what])),
  ]
}

function lineOf(one: Measured, before: number | undefined): string {
  const { what, rounds } = one
  const [value, floor] = (['value', 'floor'] as const).map(of => short(median(rounds.map(round => round[of]))))
  const ratios = rounds.map(({ ratio }) => ratio)
  const [least, most] = [0, 1].map(part => percentile(ratios, part).toFixed(2))
  const beside = (before?.toFixed(3) ?? '–').padEnd(9)
  const ratio = ratioOf(one).toFixed(3)
  return `${what.padEnd(WIDTH)}  ${ratio}  ${beside}  ${value} of ${floor}; ${rounds.length} rounds ${least}–${most}`
}

const short = (value: number) => round(value, value < 100 ? 2 : 0)
