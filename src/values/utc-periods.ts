/** In UTC. Months keep a total over all time at a few rows; hours limit what is counted singly at a range's ends. */
export const PERIODS = ['month', 'day', 'hour'] as const
export type UtcPeriod = (typeof PERIODS)[number]

/** `at`: ISO 8601, UTC. */
export function periodStart(period: UtcPeriod, at: string): string {
  if (period === 'month') return `${at.slice(0, 7)}-01T00:00:00.000Z`
  if (period === 'day') return `${at.slice(0, 10)}T00:00:00.000Z`
  return `${at.slice(0, 13)}:00:00.000Z`
}

/** Milliseconds since 1970, as the others here. */
export function startOf(period: UtcPeriod, ms: number): number {
  return Date.parse(periodStart(period, new Date(ms).toISOString()))
}

export function nextStart(period: UtcPeriod, startMs: number): number {
  const next = new Date(startMs)
  if (period === 'month') next.setUTCMonth(next.getUTCMonth() + 1)
  else if (period === 'day') next.setUTCDate(next.getUTCDate() + 1)
  else next.setUTCHours(next.getUTCHours() + 1)
  return next.getTime()
}

export function startAtOrAfter(period: UtcPeriod, ms: number): number {
  const start = startOf(period, ms)
  return start === ms ? ms : nextStart(period, start)
}
