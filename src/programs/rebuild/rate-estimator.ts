import type { ReadProgress } from '#projector/backfill.ts'

/** How fast a build goes, and what is left of it. */
export type RateEstimate = {
  /** Of the log, up to where it is read; null = not known. */
  part: number | null
  eventsPerSecond: number | null
  secondsLeft: number | null
}

/** A pace is told when it was seen for so long. */
const MEASURED_S_MIN = 1

/** Tells the pace of reading up to `end`, from what was read since the first call; events of an earlier run do not count. */
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

/** Precise enough for a pace. */
function commitOf({ position }: ReadProgress): number {
  return position === null ? 0 : Number(position.commit)
}
