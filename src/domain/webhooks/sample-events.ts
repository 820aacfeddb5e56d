import type { PublicEvent } from './envelope.ts'
import type { EventType } from './event-types.ts'
import SAMPLES from './sample-events.json' with { type: 'json' }

const BASES: Record<string, object> = SAMPLES.bases

/** Realistic `data` for the test endpoint: that of the event on top of its base. Its times are just before `now`. */
export function sampleData(type: EventType, now: Date): PublicEvent['data'] {
  const { base = '', data }: { base?: string; data: object } = SAMPLES.events[type]
  const text = JSON.stringify({ ...BASES[base], ...data })
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? toTime(value, now) : value))
}

/** `60 seconds ago` becomes a time, `7 days ago` a UTC date; another text stays as it is. */
function toTime(text: string, now: Date): string {
  const [, count, unit] = /^(\d+) (seconds|days) ago$/.exec(text) ?? []
  if (count === undefined) return text
  const time = new Date(now.getTime() - Number(count) * (unit === 'days' ? 86_400_000 : 1_000)).toISOString()
  return unit === 'days' ? time.slice(0, 10) : time
}
