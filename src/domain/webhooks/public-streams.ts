import { REFUND_STREAM_PREFIX } from '#domain/refunds/events.ts'
import { DELIVERY_STREAM_PREFIX, WEBHOOK_STREAM_PREFIX } from './events.ts'

/** Streams whose events may be told to endpoints; a module adds its own here. */
export const PUBLIC_PREFIXES = [REFUND_STREAM_PREFIX, WEBHOOK_STREAM_PREFIX, DELIVERY_STREAM_PREFIX]

/** The follower that turns public events into deliveries. */
export const ENQUEUER = 'webhooks'
