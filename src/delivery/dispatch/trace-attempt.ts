import type { Tracing } from '#edge/tracing/tracing.ts'
import type { DeliveryOutcome, LeasedDelivery } from './leased-delivery.ts'

/** A span per attempt, without the address, the payload or a header. */
export async function traceAttempt<O extends DeliveryOutcome>(
  tracing: Tracing | undefined,
  delivery: LeasedDelivery,
  send: () => Promise<O>,
): Promise<O> {
  if (tracing === undefined) return send()
  const span = tracing.start('client', `webhook ${delivery.type}`)
  const attributes = {
    webhook_id: `wh_${delivery.webhook}`,
    delivery_id: `dlv_${delivery.id}`,
    event_id: `evt_${delivery.event}`,
    'webhook.attempt': delivery.attempts + 1,
  }
  try {
    const outcome = await span.within(send)
    const { status, state, error } = outcome
    const result = { 'http.response.status_code': status ?? undefined, 'error.type': error ?? undefined }
    const isOk = error === null || state === 'cancelled'
    span.end({ ...attributes, 'webhook.state': state, ...result }, isOk ? 'ok' : 'failed')
    return outcome
  } catch (error) {
    span.end({ ...attributes, 'error.type': 'broke' }, 'failed')
    throw error
  }
}
