import { LRUCache } from 'lru-cache'
import type { Priority } from '../notifications/events.ts'
import type { QuietHours } from './events.ts'

/** Higher priorities are urgent enough to wake a person. */
const HELD_PRIORITIES: readonly Priority[] = ['low', 'normal']

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** Largest clock change; the end is searched for within this range. */
const CLOCK_CHANGE_MINUTES_MAX = 180
const TIMEZONES_MAX = 1_000

/** Names and not offsets: `Europe/Madrid`, `UTC`. */
const TIMEZONE_NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

const formatters = new LRUCache<string, Intl.DateTimeFormat>({ max: TIMEZONES_MAX })

function formatterOf(timezone: string): Intl.DateTimeFormat {
  const known = formatters.get(timezone)
  if (known !== undefined) return known
  const formatter = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  formatters.set(timezone, formatter)
  return formatter
}

export function isTimezone(text: string): boolean {
  if (!TIMEZONE_NAME.test(text)) return false
  try {
    formatterOf(text)
    return true
  } catch {
    return false
  }
}

function minuteIn(timezone: string, at: number): number {
  return minuteOf(formatterOf(timezone).format(at))
}

function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

const minutesBetween = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES

/** End of the quiet hours that hold back a notification now; null = send it. */
export function holdEndOf(hours: QuietHours | null, priority: Priority, now: Date): Date | null {
  return hours === null || !HELD_PRIORITIES.includes(priority) ? null : quietHoursEndOf(hours, now)
}

/** Null = outside quiet hours. Across a clock change, local time counts. */
export function quietHoursEndOf({ from, to, timezone }: QuietHours, now: Date): Date | null {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  const isQuietAt = (at: number) => minutesBetween(begins, minuteIn(timezone, at)) < minutesBetween(begins, ends)
  const thisMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  if (!isQuietAt(thisMinute)) return null
  const minutesLeft = minutesBetween(minuteIn(timezone, thisMinute), ends)
  const end = thisMinute + minutesLeft * MINUTE_MS
  if (minuteIn(timezone, end) === ends) return new Date(end)
  const first = Math.max(1, minutesLeft - CLOCK_CHANGE_MINUTES_MAX)
  for (let minutes = first; minutes <= minutesLeft + CLOCK_CHANGE_MINUTES_MAX; minutes += 1) {
    const at = thisMinute + minutes * MINUTE_MS
    if (!isQuietAt(at)) return new Date(at)
  }
  return new Date(end)
}
