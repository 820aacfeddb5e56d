import { type ListPeriod, PERIODS, periodStart } from '#projections/refunds/refunds.ts'

/** Half-open, milliseconds since 1970; null = unbounded. */
export type Range = { from: number | null; until: number | null }

/** `counted`: whole periods, from the counters; `single`: ranges to count row by row. */
export type RangeCover = { counted: (Range & { period: ListPeriod })[]; single: Range[] }

/**
 * Splits a range into whole months, whole days and whole hours at its ends, and at most two pieces below an hour each.
 * So a count costs as much as the range is long, plus the refunds of two hours.
 */
export function coverRange(range: Range): RangeCover {
  const cover: RangeCover = { counted: [], single: [] }
  cut(range, 0, cover)
  return cover
}

function cut(range: Range, level: number, cover: RangeCover): void {
  if (range.from !== null && range.until !== null && range.from >= range.until) return
  const period = PERIODS[level]
  if (period === undefined) cover.single.push(range)
  else cutBy(period, range, level, cover)
}

function cutBy(period: ListPeriod, range: Range, level: number, cover: RangeCover): void {
  const from = range.from === null ? null : startAtOrAfter(period, range.from)
  const until = range.until === null ? null : startOf(period, range.until)
  if (from !== null && until !== null && from >= until) {
    cut(range, level + 1, cover)
    return
  }
  cover.counted.push({ period, from, until })
  if (from !== null) cut({ from: range.from, until: from }, level + 1, cover)
  if (until !== null) cut({ from: until, until: range.until }, level + 1, cover)
}

function startOf(period: ListPeriod, ms: number): number {
  return Date.parse(periodStart(period, new Date(ms).toISOString()))
}

function startAtOrAfter(period: ListPeriod, ms: number): number {
  const start = startOf(period, ms)
  if (start === ms) return ms
  const next = new Date(start)
  if (period === 'month') next.setUTCMonth(next.getUTCMonth() + 1)
  else if (period === 'day') next.setUTCDate(next.getUTCDate() + 1)
  else next.setUTCHours(next.getUTCHours() + 1)
  return next.getTime()
}
