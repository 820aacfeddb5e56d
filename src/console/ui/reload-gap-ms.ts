import { pollGapMs } from '../live/poll-gap-ms.ts'

/** An attempt is over within seconds, and each request counts against the client's rate limit. */
const FIRST_GAPS_MS = [1_000, 2_000, 4_000, 8_000, 15_000, 30_000] as const
const LATER_GAP_MS = 60_000

/** Before the reading of this number, counted from 0. `failures`: how many failed last, one after another. */
export function reloadGapMs(round: number, failures = 0): number {
  const gapMs = FIRST_GAPS_MS[round] ?? LATER_GAP_MS
  return failures === 0 ? gapMs : Math.max(gapMs, pollGapMs(failures))
}
