import type { ReadProgress } from '#projector/backfill.ts'

export type RateEstimate = {
  part: number | null
  eventsPerSecond: number | null
  secondsLeft: number | null
}

/** No rate before this time: it would be a guess. */
const MEASURED_S_MIN = 1

/** The rate of reading since the first call, without the events of an earlier run. */
export function createRateEstimator(
  end: bigint | null,
  nowMs: () => number = () => performance.now(),
): (read: ReadProgress) => RateEstimate {
  let first: { read: ReadProgress; at: number } | undefined
  return read => {
    first ??= { read, at: nowMs() }
    const seconds = (nowMs() - first.at) / 1_000
    const [from, at] = [commitOf(first.read), commitOf(read)]
    const part = end === null || end <= 0n ? null : Math.min(1, at / Number(end))
    if (seconds < MEASURED_S_MIN) return { part, eventsPerSecond: null, secondsLeft: null }
    const left = end === null || at <= from ? null : Math.max(0, ((Number(end) - at) / (at - from)) * seconds)
    return { part, eventsPerSecond: (read.events - first.read.events) / seconds, secondsLeft: left }
  }
}

/** Positions above 2^53 lose precision, which does not matter here. */
function commitOf({ position }: ReadProgress): number {
  return position === null ? 0 : Number(position.commit)
}
