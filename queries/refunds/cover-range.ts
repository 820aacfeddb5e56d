import { PERIODS, startAtOrAfter, startOf, type UtcPeriod } from '#values/utc-periods.ts'

/** Half-open, milliseconds since 1970; null = unbounded. */
export type Range = { from: number | null; until: number | null }

/** `counted`: whole periods, from the counters; `single`: ranges to count row by row. */
export type RangeCover = { counted: (Range & { period: UtcPeriod })[]; single: Range[] }

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

function cutBy(period: UtcPeriod, range: Range, level: number, cover: RangeCover): void {
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
