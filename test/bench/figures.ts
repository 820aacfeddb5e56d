/** The value below which `fraction` of the sorted samples lie. */
export function percentile(samples: number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN
}

export const median = (samples: number[]) => percentile(samples, 0.5)

/** One line of a table of figures: what, the figure, its floor and what became of the aim. */
export function figure(what: string, value: string, beside = ''): void {
  console.log(`${what.padEnd(62)} ${value.padStart(14)}  ${beside}`)
}

export const perSecond = (count: number, ms: number) => (count / ms) * 1_000
export const round = (value: number, digits = 0) => value.toFixed(digits)

/** A figure and its floor, measured one right after the other. */
export type BesideFloor = {
  value: number
  floor: number
  /** The part of the floor that is reached: more is better, also where the two are costs. */
  ratio: number
}

/** Of rates: more is better. */
export const rateBesideFloor = (value: number, floor: number): BesideFloor => ({ value, floor, ratio: value / floor })
/** Of costs: less is better. */
export const costBesideFloor = (value: number, floor: number): BesideFloor => ({ value, floor, ratio: floor / value })

/** Runs `count` jobs, `parallel` at a time; answers each one's milliseconds. */
export async function timed(
  count: number,
  parallel: number,
  job: (index: number) => Promise<unknown>,
): Promise<{ ms: number; each: number[] }> {
  const each: number[] = []
  let next = 0
  const started = performance.now()
  const worker = async () => {
    while (next < count) {
      const index = next++
      const from = performance.now()
      await job(index)
      each.push(performance.now() - from)
    }
  }
  await Promise.all(Array.from({ length: parallel }, worker))
  return { ms: performance.now() - started, each }
}

/** Milliseconds. */
export async function timeOf(work: Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work
  return performance.now() - started
}
