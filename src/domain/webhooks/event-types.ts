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

/** When each is sent; a sentence for the reference. */
export const EVENT_MEANINGS: Record<EventType, string> = {
  'fraud.detected': 'A transaction was scored as fraud in real time: an alert was opened.',
  'fraud.resolved': 'A fraud alert was resolved, by an analyst or by a rule.',
  'fraud.escalated':
    'A fraud alert can’t wait: its score says so, it is one of several of its user, or an analyst handed it on.',
  'fraud.score_updated': 'The score of a fraud alert changed by 0.05 or more, or its level did.',
  'refund.created': 'A refund was requested and is pending.',
  'refund.processing': 'The payment network was given a refund; sent again for each retry.',
  'refund.completed': 'The beneficiary has the money.',
  'refund.failed': 'The payment network refused a refund, with the reason; it can be retried.',
  'refund.cancelled': 'A pending refund was called off before it was paid.',
  'refund.voided':
    'A refund was voided; sent again when its transfer settles after all, and when its reversal is completed or fails.',
  'darkweb.leak_detected': 'Data of a user was found in a leak.',
  'phishing.email_detected': 'An e-mail to a user was found to be phishing.',
  'url.malicious_detected': 'A message was found to be phishing, with an address that is malicious.',
  'spam.call_blocked': 'A call to a user was blocked as spam.',
  'webhook.disabled':
    'The service switched an endpoint off, because it failed for seven days or answered 410; told to the client’s other endpoints.',
  'webhook.delivery_exhausted':
    'All attempts to deliver an event to an endpoint failed; told to the client’s other endpoints.',
}

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
