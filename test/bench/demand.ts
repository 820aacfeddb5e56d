import type { Share } from './whole-service.ts'

/**
 * What a part needs of the CPU at a rate of X a second, milliseconds a second: `fixed + each * X` (the utilisation law,
 * U = X D, with what it costs at rest). A line through the measured rates.
 */
type Line = { fixed: number; each: number }
/** `thread`: of the one thread that has to do most of it; null where there is none such. */
export type Demand = { who: string; total: Line; thread: Line | null }

/** What was used at a rate, milliseconds of CPU a second. */
export type Used = { rate: number; shares: readonly Share[] }

/** What has no more CPU to be had, and at which rate. */
export type Saturation = { who: string; rate: number }

const MS_PER_CORE = 1_000

export function demandsOf(used: readonly Used[]): Demand[] {
  return used[0]!.shares.map(({ who, thread }, part) => ({
    who,
    total: lineThrough(used.map(({ rate, shares }) => [rate, shares[part]!.total])),
    thread: thread === null ? null : lineThrough(used.map(({ rate, shares }) => [rate, shares[part]!.thread!])),
  }))
}

/** Parts that share a process share its thread. */
export function inOneProcess(who: string, parts: readonly Demand[]): Demand {
  return {
    who,
    total: sumOf(parts.map(({ total }) => total)),
    thread: sumOf(parts.flatMap(({ thread }) => thread ?? [])),
  }
}

/** The rate at which a thread, or the machine with so many cores, is full: whatever comes first. */
export function saturationOf(parts: readonly Demand[], cores: number): Saturation {
  const all = sumOf(parts.map(({ total }) => total))
  const full = [{ who: `${cores} cores`, rate: fullAt(all, cores) }, ...parts.flatMap(threadSaturation)]
  return full.reduce((first, one) => (one.rate < first.rate ? one : first))
}

export function threadSaturation({ who, thread }: Demand): Saturation[] {
  return thread === null ? [] : [{ who: `the thread of ${who}`, rate: fullAt(thread, 1) }]
}

const fullAt = ({ fixed, each }: Line, cores: number) => (cores * MS_PER_CORE - fixed) / each

function sumOf(lines: readonly Line[]): Line {
  return lines.reduce((sum, { fixed, each }) => ({ fixed: sum.fixed + fixed, each: sum.each + each }), {
    fixed: 0,
    each: 0,
  })
}

/** Least squares. */
function lineThrough(points: readonly (readonly [x: number, y: number])[]): Line {
  const mean = (of: (point: readonly [number, number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  const [x, y] = [mean(([x]) => x), mean(([, y]) => y)]
  const each = mean(point => (point[0] - x) * (point[1] - y)) / mean(point => (point[0] - x) ** 2)
  return { fixed: y - each * x, each }
}
