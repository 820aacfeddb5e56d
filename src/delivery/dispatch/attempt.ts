import { isTestMode } from '#config/test-mode.ts'
import { type openPayload, subjectOf } from '#delivery/enqueue/payload.ts'
import type { DeliveryLimits } from '#delivery/limits.ts'
import { requestBody } from '#domain/webhooks/envelope.ts'
import type { Service } from '#service.ts'
import type { Agents } from './agents.ts'
import type { Endpoint } from './endpoints.ts'
import type { DeliveryOutcome, LeasedDelivery } from './leased-delivery.ts'
import { type AttemptResponse, post } from './post.ts'
import { parseRetryAfter, retryDelayMs, TRIES_MAX } from './retry-schedule.ts'
import { sealResponse } from './sealed-response.ts'
import { signatureHeaders } from './sign.ts'

const USER_AGENT = 'Security-Service-Webhooks/1.0'

export type AttemptOutcome = DeliveryOutcome & AttemptResponse

type Deps = { service: Service; agents: Agents; limits: DeliveryLimits }

/** Opened before the client's status is checked; null when the event's person was erased. */
type Payload = Awaited<ReturnType<typeof openPayload>>

/**
 * Sends one delivery once. Never rejects for a failure of the endpoint. The request is on its way to the connection
 * when this returns its promise, so that what the caller has just checked still holds.
 */
export async function attempt(
  deps: Deps,
  delivery: LeasedDelivery,
  endpoint: Endpoint,
  shared: Payload,
): Promise<AttemptOutcome> {
  const { service } = deps
  const started = service.now()
  if (endpoint.status === 'deleted') return endWithoutAttempt(delivery, 'cancelled', started)
  if (endpoint.status === 'disabled' || endpoint.url === null || endpoint.keys.length === 0)
    return classify(deps, delivery, started, noRequest('endpoint_disabled'))
  if (shared === null) return endWithoutAttempt(delivery, 'cancelled', started)
  const number = delivery.attempts + 1
  const body = requestBody(shared, {
    webhook_id: endpoint.webhook_id,
    delivery_attempt: number,
    sequence: delivery.sequence,
    test_mode: delivery.test || isTestMode(service.config),
    replay: delivery.replay,
  })
  const at = service.now()
  const signed = { eventId: `evt_${delivery.event}`, webhookId: endpoint.webhook_id, attempt: number, body, at }
  const headers = {
    'content-type': 'application/json',
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    ...signatureHeaders(endpoint.keys, signed),
  }
  const response = await post(deps.agents, { url: endpoint.url, headers, body }, deps.limits)
  return withSealedResponse(deps, classify(deps, delivery, at, response))
}

/** Seals for the person of the payload. Without their key the response is dropped: the request was made. */
async function withSealedResponse({ service }: Deps, outcome: AttemptOutcome): Promise<AttemptOutcome> {
  const { delivery, attempts: number } = outcome
  const subject = subjectOf(delivery.body)
  if (subject === null) return outcome
  try {
    return { ...outcome, ...(await sealResponse(service, subject, { delivery: delivery.id, number }, outcome)) }
  } catch (error) {
    service.log.warn({ err: error, delivery: `dlv_${delivery.id}` }, 'webhook response not sealed, so it is dropped')
    return { ...outcome, headers: null, body: null }
  }
}

/** Decides between success, another attempt and failure. A failed manual attempt does not count in the schedule. */
function classify({ service }: Deps, delivery: LeasedDelivery, at: Date, response: AttemptResponse): AttemptOutcome {
  const attempts = delivery.attempts + 1
  const tries = delivery.manual ? delivery.tries : delivery.tries + 1
  const shared = { delivery, attempts, tries, at, ...response }
  if (response.error === null || delivery.delivered) return { ...shared, state: 'succeeded', retryDelayMs: 0 }
  if (tries >= TRIES_MAX) return { ...shared, state: 'failed', retryDelayMs: 0 }
  const retryAfter = parseRetryAfter(response.headers?.['retry-after'], at)
  const delayMs = retryDelayMs(service.config.WEBHOOK_RETRY_BASE_MS, Math.max(1, tries), Math.random(), retryAfter)
  return { ...shared, state: 'pending', retryDelayMs: delayMs }
}

function noRequest(error: string): AttemptResponse {
  return { status: null, error, durationMs: 0, headers: null, body: null, requests: 0, hasResponse: true }
}

function endWithoutAttempt(delivery: LeasedDelivery, state: 'cancelled', at: Date): AttemptOutcome {
  const { attempts, tries } = delivery
  return { delivery, state, retryDelayMs: 0, attempts, tries, at, ...noRequest('cancelled') }
}
