import type { Answer } from '../../client/types.ts'

export type EndpointAnswer = Answer<'getWebhook'>
/** `onDone`: the record is read again, also after a failure. */
export type RotatedAnswer = Answer<'rotateWebhookSecret'>
export type EndpointActionProps = {
  endpoint: EndpointAnswer
  onDone(): void
  onRotated(rotated: RotatedAnswer): void
}
export type EndpointStatusName = EndpointAnswer['status']
export type DeliveryAnswer = Answer<'getDelivery'>

/** Beside a secret. */
export const STORE_SECRET = 'Store the secret where your receiver reads it. It is shown now and never again.'

export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'cancelled'] as const

const DISABLED: Record<NonNullable<EndpointAnswer['disabled_reason']>, string> = {
  requested: 'A user or a program of yours disabled it.',
  gone: 'It answered 410 Gone.',
  failing: 'It failed for seven days.',
}

/** Why the service sends nothing to it; null while it is active. */
export function whyDisabled({ disabled_reason }: Pick<EndpointAnswer, 'disabled_reason'>): string | null {
  return disabled_reason === null ? null : DISABLED[disabled_reason]
}

/** The address as the service writes it, or the text itself: the service decides about it. */
export function normalAddress(text: string): string {
  return URL.canParse(text) ? new URL(text).href : text
}
