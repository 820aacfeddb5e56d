import { LRUCache } from 'lru-cache'
import type { Priority } from '../notifications/events.ts'
import type { QuietHours } from './events.ts'

/** What waits until quiet hours are over; the rest is worth waking somebody for. */
const HELD_PRIORITIES: readonly Priority[] = ['low', 'normal']

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** How far clocks are moved at once, at most: a change of them is looked for within that of what is meant. */
const CLOCK_CHANGE_MINUTES_MAX = 180
const TIMEZONES_MAX = 1_000

/** Names of places, and not offsets: `Europe/Madrid`, `UTC`. */
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

/** Whether it is a zone of the IANA database. */
export function isTimezone(text: string): boolean {
  if (!TIMEZONE_NAME.test(text)) return false
  try {
    formatterOf(text)
    return true
  } catch {
    return false
  }
}

/** The minute of the day that clocks show in a place. */
function minuteIn(timezone: string, at: number): number {
  return minuteOf(formatterOf(timezone).format(at))
}

/** @param text `HH:MM`. */
function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

const minutesBetween = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES

/** Until when a client's quiet hours hold back what would go out now; null = they do not. */
export function holdEndOf(hours: QuietHours | null, priority: Priority, now: Date): Date | null {
  return hours === null || !HELD_PRIORITIES.includes(priority) ? null : quietHoursEndOf(hours, now)
}

/** When what is held back now may go out; null = now. Where clocks are moved, the hours are what they show. */
export function quietHoursEndOf({ from, to, timezone }: QuietHours, now: Date): Date | null {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  const isQuietAt = (at: number) => minutesBetween(begins, minuteIn(timezone, at)) < minutesBetween(begins, ends)
  const thisMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  if (!isQuietAt(thisMinute)) return null
  const minutesLeft = minutesBetween(minuteIn(timezone, thisMinute), ends)
  const end = thisMinute + minutesLeft * MINUTE_MS
  if (minuteIn(timezone, end) === ends) return new Date(end)
  // Clocks are moved before: the end is a little before or after.
  const first = Math.max(1, minutesLeft - CLOCK_CHANGE_MINUTES_MAX)
  for (let minutes = first; minutes <= minutesLeft + CLOCK_CHANGE_MINUTES_MAX; minutes += 1) {
    const at = thisMinute + minutes * MINUTE_MS
    if (!isQuietAt(at)) return new Date(at)
  }
  return new Date(end)
}
