import type { Tracing } from '#edge/tracing/tracing.ts'
import type { OutboundMessage } from './outbound-message.ts'

/** A trace of its own for each message, which readers continue by its header `traceparent`. */
export async function tracePublication(
  tracing: Tracing | undefined,
  { id, type, headers }: OutboundMessage,
  publish: () => Promise<void>,
): Promise<void> {
  const span = tracing?.start('client', `bus ${type}`)
  if (span === undefined) return publish()
  headers.set('traceparent', span.traceparent)
  const attributes = { 'messaging.system': 'nats', event_id: id }
  try {
    await publish()
    span.end(attributes, 'ok')
  } catch (error) {
    span.end({ ...attributes, 'error.type': error instanceof Error ? error.constructor.name : 'unknown' }, 'failed')
    throw error
  }
}
