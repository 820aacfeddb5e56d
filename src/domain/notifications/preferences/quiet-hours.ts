import { LRUCache } from 'lru-cache'
import type { Priority } from '../notifications/events.ts'
import type { QuietHours } from './events.ts'

/** What waits until quiet hours are over; the rest is worth waking somebody for. */
const HELD: readonly Priority[] = ['low', 'normal']

const MINUTE_MS = 60_000
const DAY_MINUTES = 1_440
/** How far clocks are moved at once, at most: a change of them is looked for within that of what is meant. */
const CHANGE_MINUTES_MAX = 180
const ZONES_MAX = 1_000

/** Names of places, and not offsets: `Europe/Madrid`, `UTC`. */
const ZONE = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/

const clocks = new LRUCache<string, Intl.DateTimeFormat>({ max: ZONES_MAX })

function clockOf(timezone: string): Intl.DateTimeFormat {
  const known = clocks.get(timezone)
  if (known !== undefined) return known
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  clocks.set(timezone, clock)
  return clock
}

/** Whether it is a zone of the IANA database. */
export function isTimezone(text: string): boolean {
  if (!ZONE.test(text)) return false
  try {
    clockOf(text)
    return true
  } catch {
    return false
  }
}

/** The minute of the day that clocks show in a place. */
function minuteIn(timezone: string, at: number): number {
  return minuteOf(clockOf(timezone).format(at))
}

/** @param text `HH:MM`. */
function minuteOf(text: string): number {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}

const forward = (from: number, to: number) => (to - from + DAY_MINUTES) % DAY_MINUTES

/** Until when a client's quiet hours hold back what would go out now; null = they do not. */
export function heldBack(hours: QuietHours | null, priority: Priority, now: Date): Date | null {
  return hours === null || !HELD.includes(priority) ? null : heldUntil(hours, now)
}

/** When what is held back now may go out; null = now. Where clocks are moved, the hours are what they show. */
export function heldUntil({ from, to, timezone }: QuietHours, now: Date): Date | null {
  const [begins, ends] = [minuteOf(from), minuteOf(to)]
  const isQuietAt = (at: number) => forward(begins, minuteIn(timezone, at)) < forward(begins, ends)
  const thisMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS
  if (!isQuietAt(thisMinute)) return null
  const left = forward(minuteIn(timezone, thisMinute), ends)
  const end = thisMinute + left * MINUTE_MS
  if (minuteIn(timezone, end) === ends) return new Date(end)
  // Clocks are moved before: the end is a little before or after.
  const first = Math.max(1, left - CHANGE_MINUTES_MAX)
  for (let minutes = first; minutes <= left + CHANGE_MINUTES_MAX; minutes += 1) {
    const at = thisMinute + minutes * MINUTE_MS
    if (!isQuietAt(at)) return new Date(at)
  }
  return new Date(end)
}
