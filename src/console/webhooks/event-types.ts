import type { WebhookEventType } from '../../client/types.ts'

/** Types of events, by family, as the API has them. A test holds this against the service's own list. */
export const EVENT_TYPES = [
  ...['fraud.detected', 'fraud.resolved', 'fraud.escalated', 'fraud.score_updated'],
  ...['refund.created', 'refund.processing', 'refund.completed', 'refund.failed', 'refund.cancelled', 'refund.voided'],
  ...['darkweb.leak_detected', 'phishing.email_detected', 'url.malicious_detected', 'spam.call_blocked'],
  ...['webhook.disabled', 'webhook.delivery_exhausted'],
] as readonly WebhookEventType[]

export const FAMILIES: readonly string[] = [...new Set(EVENT_TYPES.map(familyOf))]

/** What a subscription can name: a type, a family such as `refund.*`, or `*` for all. */
export const EVENT_PATTERNS: readonly string[] = ['*', ...FAMILIES.map(family => `${family}.*`), ...EVENT_TYPES]

export function familyOf(type: string): string {
  return type.slice(0, type.indexOf('.'))
}

/** Adds the pattern to what is chosen, or takes it away; in the order of the list. */
export function toggled(chosen: readonly string[], pattern: string): readonly string[] {
  return EVENT_PATTERNS.filter(one => (one === pattern ? !chosen.includes(one) : chosen.includes(one)))
}

/** Whether another chosen pattern has the events of this one already. */
export function isCovered(chosen: readonly string[], pattern: string): boolean {
  if (pattern === '*') return false
  return chosen.includes('*') || (!pattern.endsWith('.*') && chosen.includes(`${familyOf(pattern)}.*`))
}

/** Whether a subscription to these patterns gets events of the type. */
export function isChosen(chosen: readonly string[], type: string): boolean {
  return chosen.includes(type) || isCovered(chosen, type)
}
