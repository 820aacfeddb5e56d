/** Null where there is nothing to show. */
export type ChartSeries = { name: string; values: readonly (number | null)[] }

const STEPS = [1, 2, 2.5, 5, 10] as const

/** The end of an axis from 0: a round number that is not below the largest value. */
export function axisEnd(series: readonly ChartSeries[]): number {
  const largest = Math.max(0, ...series.flatMap(({ values }) => values.map(value => value ?? 0)))
  if (largest === 0) return 1
  const magnitude = 10 ** Math.floor(Math.log10(largest))
  return magnitude * STEPS.find(step => step * magnitude >= largest)!
}

/**
 * The line of a series as an SVG path in a square of 100 by 100. It is interrupted where there is no value; a value
 * between two of those is a dot.
 */
export function pathOf(values: readonly (number | null)[], end: number): string {
  const width = values.length > 1 ? 100 / (values.length - 1) : 0
  return values
    .map((value, at) => {
      if (value === null) return ''
      const point = `${round(at * width)} ${round(100 - (100 * value) / end)}`
      const before = values[at - 1] ?? null
      if (before !== null) return `L${point}`
      return (values[at + 1] ?? null) === null ? `M${point}h0.01` : `M${point}`
    })
    .join('')
}

/** Three decimals are less than a pixel of any screen. */
function round(number: number): number {
  return Math.round(number * 1_000) / 1_000
}
