import { refundStreams } from '#domain/refunds/events.ts'
import { deliveryStreams, webhookStreams } from './events.ts'

/** Streams whose events may be told to endpoints; a module adds its own here. */
export const PUBLIC_PREFIXES = [refundStreams, webhookStreams, deliveryStreams].map(({ prefix }) => prefix)

/** The follower that turns public events into deliveries. */
export const ENQUEUER = 'webhooks'
