import { UsageError } from '#terminal/command-line.ts'

const DAY_MS = 86_400_000

/** Whole days in UTC, milliseconds; `until` is exclusive. */
export type Days = { from: number; until: number }

/** `2018-08-08..2018-08-14`, both days included. */
export function daysOf(option: string, text: string): Days {
  const [, first = '', last = ''] = /^(\d{4}-\d\d-\d\d)\.\.(\d{4}-\d\d-\d\d)$/.exec(text) ?? []
  const days = { from: dayOf(first), until: dayOf(last) + DAY_MS }
  // Date.parse turns a day that does not exist into another one, or NaN.
  if (Number.isNaN(days.from + days.until) || daysText(days) !== text)
    throw new UsageError(`${option} must be two days like 2018-08-08..2018-08-14`)
  if (days.until <= days.from) throw new UsageError(`${option} ends before it begins`)
  return days
}

export function dayOf(text: string): number {
  return Date.parse(`${text}T00:00:00Z`)
}

export function isWithin({ from, until }: Days, outer: Days): boolean {
  return from >= outer.from && until <= outer.until
}

export function daysText({ from, until }: Days): string {
  return `${dateOf(from)}..${dateOf(until - DAY_MS)}`
}

function dateOf(at: number): string {
  return Number.isNaN(at) ? '' : new Date(at).toISOString().slice(0, 10)
}
