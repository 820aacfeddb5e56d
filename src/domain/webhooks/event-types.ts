/** The event types a client can subscribe to. Source: the spec's table "Event types"; the last two are ours. */
export const EVENT_TYPES = [
  'fraud.detected',
  'fraud.resolved',
  'fraud.escalated',
  'fraud.score_updated',
  'refund.created',
  'refund.processing',
  'refund.completed',
  'refund.failed',
  'refund.cancelled',
  'refund.voided',
  'darkweb.leak_detected',
  'phishing.email_detected',
  'url.malicious_detected',
  'spam.call_blocked',
  /** Operational: one of the client's endpoints was disabled by the service. */
  'webhook.disabled',
  /** Operational: all attempts for one event to one of the client's endpoints failed. */
  'webhook.delivery_exhausted',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

const families = [...new Set(EVENT_TYPES.map(type => type.slice(0, type.indexOf('.'))))]

/** What `events` of an endpoint may hold: a type, `<family>.*`, or `*` for everything. */
export const EVENT_PATTERNS: readonly string[] = ['*', ...families.map(family => `${family}.*`), ...EVENT_TYPES]

/** Whether an endpoint with these patterns gets events of this type. */
export function subscribes(patterns: readonly string[], type: string): boolean {
  return patterns.some(
    pattern => pattern === '*' || pattern === type || (pattern.endsWith('.*') && type.startsWith(pattern.slice(0, -1))),
  )
}

/** Failures to deliver these are not announced in turn: two broken endpoints would report each other for ever. */
export function isOperational(type: string): boolean {
  return type.startsWith('webhook.')
}
