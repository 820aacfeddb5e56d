import EVENT_MEANINGS from './event-meanings.json' with { type: 'json' }

/**
 * Source: the spec, "Event types"; those of `webhook.` are ours, on an endpoint that the service disabled, and on a
 * delivery of which all attempts failed.
 */
export { EVENT_MEANINGS }
export type EventType = keyof typeof EVENT_MEANINGS
export const EVENT_TYPES = Object.keys(EVENT_MEANINGS) as EventType[]

const families = [...new Set(EVENT_TYPES.map(type => type.slice(0, type.indexOf('.'))))]

/** Possible `events` of an endpoint: a type, `<family>.*`, or `*` for all. */
export const EVENT_PATTERNS: readonly string[] = ['*', ...families.map(family => `${family}.*`), ...EVENT_TYPES]

export function subscribes(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    pattern => pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/** Failures to deliver these cause no further events: two broken endpoints would report each other for ever. */
export function isOperational(type: string): boolean {
  return type.startsWith('webhook.')
}
