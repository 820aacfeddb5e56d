import type { Logger } from 'pino'
import { Counter, Gauge, Histogram, type Registry } from 'prom-client'
import type { AttemptOutcome } from './dispatch/attempt.ts'
import type { Endpoint } from './dispatch/endpoints.ts'

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]

export function createDeliveryMetrics(registry: Registry, log: Logger) {
  const registers = [registry]
  // Two engines in one process, as in tests, share the metrics.
  const shared = <T>(name: string, create: (name: string) => T) =>
    (registry.getSingleMetric(name) as T | undefined) ?? create(name)
  const counter = (name: string, help: string) => shared(name, () => new Counter({ name, help, registers }))
  const gauge = (name: string, help: string) => shared(name, () => new Gauge({ name, help, registers }))
  const attempts = shared('webhook_attempts_total', name => {
    const help = 'Delivery attempts by outcome: succeeded, retried, failed, cancelled'
    return new Counter({ name, help, labelNames: ['outcome'] as const, registers })
  })
  const duration = shared('webhook_attempt_duration_seconds', name => {
    const help = 'From the start of a request to the end of its answer'
    return new Histogram({ name, help, buckets: SECONDS, registers })
  })
  const lag = gauge('webhook_oldest_due_seconds', 'Age of the oldest due delivery of an endpoint that could take it')
  const queue = gauge('webhook_queue_depth', 'Pending deliveries, due or not')
  const connections = counter('webhook_connections_total', 'Connections opened to endpoints')
  const requests = counter('webhook_requests_total', 'Requests sent to endpoints; less connections opened = reused')

  return {
    connected: () => connections.inc(),
    oldestDueMs: (ms: number) => lag.set(ms / 1_000),
    queueDepth: (rows: number) => queue.set(rows),
    /** Logs one wide line without secrets, bodies or a URL's query. */
    attempted(outcome: AttemptOutcome, endpoint: Endpoint) {
      const { delivery, state, at, retryDelayMs, status, error, durationMs: duration_ms, attempts: attempt } = outcome
      // A failed manual attempt of a delivered delivery leaves that a success.
      const result = state === 'pending' ? 'retried' : state === 'succeeded' && error !== null ? 'failed' : state
      attempts.inc({ outcome: result })
      requests.inc(outcome.requests)
      if (error !== 'endpoint_disabled' && error !== 'cancelled') duration.observe(duration_ms / 1_000)
      const { webhook_id, client_id } = endpoint
      const ids = { delivery_id: `dlv_${delivery.id}`, event_id: `evt_${delivery.event}`, webhook_id, client_id }
      const next = state === 'pending' ? new Date(at.getTime() + duration_ms + retryDelayMs).toISOString() : null
      const what = { event_type: delivery.type, attempt, outcome: result, status, error, duration_ms, next }
      const host = endpoint.url?.host ?? null
      log.info({ ...ids, ...what, host, test: delivery.test, manual: delivery.manual }, 'webhook attempt')
    },
  }
}
export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>
