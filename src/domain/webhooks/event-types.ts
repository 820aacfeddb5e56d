/** Source: the spec's table "Event types"; those of `webhook.` are ours. */
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
  /** Operational: the service disabled an endpoint of the client. */
  'webhook.disabled',
  /** Operational: all attempts to deliver an event to an endpoint of the client failed. */
  'webhook.delivery_exhausted',
] as const
export type EventType = (typeof EVENT_TYPES)[number]

/** When each is sent, for the API reference. */
export const EVENT_MEANINGS: Record<EventType, string> = {
  'fraud.detected': 'A transaction was scored as fraud in real time: an alert was opened.',
  'fraud.resolved': 'A fraud alert was resolved, by an analyst or by a rule.',
  'fraud.escalated':
    'A fraud alert is urgent: by its score, because its user has several, or because an analyst escalated it.',
  'fraud.score_updated': 'The score of a fraud alert changed by 0.05 or more, or its level did.',
  'refund.created': 'A refund was requested and is pending.',
  'refund.processing': 'A refund was sent to the payment network; sent again for each retry.',
  'refund.completed': 'The beneficiary has the money.',
  'refund.failed': 'The payment network refused a refund, with the reason; it can be retried.',
  'refund.cancelled': 'A pending refund was cancelled before it was paid.',
  'refund.voided':
    'A refund was voided; sent again when its transfer settles after all, and when its reversal is completed or fails.',
  'darkweb.leak_detected': 'Data of a user was found in a leak.',
  'phishing.email_detected': 'An e-mail to a user was found to be phishing.',
  'url.malicious_detected': 'A message was found to be phishing, with an address that is malicious.',
  'spam.call_blocked': 'A call to a user was blocked as spam.',
  'webhook.disabled':
    'The service disabled an endpoint because it failed for seven days or answered 410; sent to the client’s other endpoints.',
  'webhook.delivery_exhausted':
    'All attempts to deliver an event to an endpoint failed; sent to the client’s other endpoints.',
}

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
