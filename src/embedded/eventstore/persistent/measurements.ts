/** Counts and latencies of a group or of one of its consumers, for `getInfo`. */

/** Latencies kept for the percentiles. */
const SAMPLES_MAX = 1000

const PERCENTILES: readonly [name: string, share: number][] = [
  ['Median', 0.5],
  ['Quintile 1', 0.2],
  ['Quintile 2', 0.4],
  ['Quintile 3', 0.6],
  ['Quintile 4', 0.8],
  ['Quintile 5', 1],
  ['90%', 0.9],
  ['95%', 0.95],
  ['99%', 0.99],
  ['99.5%', 0.995],
  ['99.9%', 0.999],
]

export class Measurements {
  total = 0
  private atLastLook = 0
  private lastLook = Date.now()
  private readonly started = Date.now()
  private readonly latencies: number[] = []

  /** @param latencyMs from delivery to answer. */
  done(latencyMs: number): void {
    if (this.latencies.length === SAMPLES_MAX) this.latencies.shift()
    this.latencies.push(latencyMs)
  }

  sent(): void {
    this.total++
  }

  /** Events since the last look and per second over the whole life. */
  look(): { sinceLast: number; perSecond: number } {
    const sinceLast = this.total - this.atLastLook
    this.atLastLook = this.total
    this.lastLook = Date.now()
    return { sinceLast, perSecond: Math.round((this.total * 1000) / Math.max(1000, this.lastLook - this.started)) }
  }

  /** Milliseconds by the names a real server uses. */
  percentiles(): readonly [name: string, milliseconds: number][] {
    const sorted = this.latencies.toSorted((a, b) => a - b)
    const at = (share: number): number => sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
    const mean = sorted.length === 0 ? 0 : sorted.reduce((sum, ms) => sum + ms, 0) / sorted.length
    return [
      ['Mean', Math.round(mean)],
      ...PERCENTILES.map(([name, share]): [string, number] => [name, Math.round(at(share))]),
      ['Fastest', Math.round(at(0))],
      ['Highest', Math.round(at(1))],
    ]
  }
}
