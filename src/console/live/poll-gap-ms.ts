const GAP_MS = 60_000
const GAP_MS_MAX = 8 * 60_000

/** Without a stream pages read once a minute. Each failed reading is four requests: after one, they wait for longer. */
export function pollGapMs(failures: number): number {
  return Math.min(GAP_MS * 2 ** failures, GAP_MS_MAX)
}
