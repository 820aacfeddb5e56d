import { randomUUID } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import { addressRule } from '#edge/outbound/addresses.ts'
import { createResolve, type Resolve } from '#edge/outbound/resolve.ts'
import type { Service } from '#service.ts'
import { keepRunningAsLeader } from '#subscription/leader-election.ts'
import { isNoteworthy } from '#subscription/subscription-status.ts'
import { createAgents } from './dispatch/agents.ts'
import { createClientStatusCache } from './dispatch/client-status-cache.ts'
import { createDispatcher } from './dispatch/dispatcher.ts'
import { createEndpoints } from './dispatch/endpoints.ts'
import { startNotificationListener } from './dispatch/notification-listener.ts'
import { createOutcomeWriter } from './dispatch/outcome-writer.ts'
import type { EndpointCommands } from './endpoint-commands.ts'
import { startEnqueuer } from './enqueue/enqueuer.ts'
import type { PublicEventDeclaration } from './enqueue/public-event-declaration.ts'
import { DELIVERY_LIMITS, type DeliveryLimits } from './limits.ts'
import { createMaintenance, ignoreDeleted, ownContext } from './maintenance/maintenance.ts'
import { createDeliveryMetrics } from './metrics.ts'

export type DeliveryEngine = {
  stop(): Promise<void>
  /** `ok` is false when due deliveries are not sent, or events are not enqueued. */
  health(): { ok: boolean; enqueuer: string; lag_ms: number; in_flight: number }
}

export type DeliveryOptions = { limits?: Partial<DeliveryLimits>; resolve?: Resolve }

const HTTP_GONE = 410

/** Of all processes, one enqueues and all send. Waits for PostgreSQL and the event store when they are unavailable. */
export async function startDelivery(
  service: Service,
  databaseUrl: string,
  modules: readonly PublicEventDeclaration[],
  commands: EndpointCommands,
  options: DeliveryOptions = {},
): Promise<DeliveryEngine> {
  const limits = { ...DELIVERY_LIMITS, ...options.limits }
  const allows = addressRule(service.config.WEBHOOK_ALLOW_CIDRS)
  const metrics = createDeliveryMetrics(service.metrics, service.log)
  const agents = createAgents({
    resolve: options.resolve ?? createResolve(service.config.WEBHOOK_ALLOW_CIDRS),
    allows,
    ca: service.config.webhookCa,
    limits,
    onConnect: metrics.connected,
  })
  const endpoints = createEndpoints(service)
  const outcomes = createOutcomeWriter(service, limits, ({ delivery, status, at }, endpoint) => {
    if (status !== HTTP_GONE) return
    const context = ownContext(endpoint.client_id, `gone:${delivery.id}`, at)
    const failure = { reason: 'gone' as const, failed_days: [], failed_revision: endpoint.revision }
    ignoreDeleted(commands.disableWebhook(service, context, { webhook_id: endpoint.webhook_id, ...failure })).catch(
      error => service.log.warn({ err: error, webhook_id: endpoint.webhook_id }, 'webhook not disabled after 410'),
    )
  })
  const clientStatuses = createClientStatusCache(service)
  const membership = startMembership(service, limits)
  const { fairShare } = membership
  const stores = { service, agents, endpoints, clientStatuses, outcomes }
  const dispatcher = createDispatcher({ ...stores, metrics, limits, fairShare })
  const maintenance = createMaintenance(service, modules, commands, metrics, limits)
  const listener = startNotificationListener(service, databaseUrl, limits, {
    onDue: dispatcher.notifyDue,
    onEndpoint: webhook => void dispatcher.refresh(webhook).catch(() => endpoints.forget(webhook)),
    onConnect: () => {
      endpoints.forgetAll()
      dispatcher.notifyDue('')
    },
  })
  dispatcher.start()
  const enqueuer = startEnqueuer(service, modules, dispatcher, limits)
  const stopping = new AbortController()
  const maintaining = keepRunningAsLeader(service, 'webhook-housekeeping', stopping.signal, maintenance.run)

  return {
    async stop() {
      stopping.abort()
      await Promise.all([listener.stop(), enqueuer.stop(), maintaining])
      await dispatcher.stop()
      await outcomes.stop()
      await membership.stop()
      await Promise.all([agents.keepAlive.destroy(), agents.singleUse.destroy()])
    },
    health() {
      const { inFlight, oldestDueMs, stalledMs, polledAtMs, lastSentMs } = dispatcher.stats()
      const isRecent = (atMs: number) => performance.now() - atMs < limits.lateMs
      const enqueuerHealth = enqueuer.health()
      const { state, stalled_ms, lag_ms } = enqueuerHealth
      const isTakingIn = Math.max(stalled_ms, listener.disconnectedMs()) < limits.lateMs
      const isSending = stalledMs < limits.lateMs || isRecent(lastSentMs)
      return {
        // A backlog alone is not a failure, however old it is.
        ok: isRecent(polledAtMs) && isTakingIn && isSending,
        enqueuer: state,
        lag_ms: Math.max(oldestDueMs, lag_ms),
        in_flight: inFlight,
        ...(isNoteworthy(enqueuerHealth) ? { note: `enqueuer: ${state}` } : {}),
      }
    },
  }
}

/** Counts the delivering processes, so that together they keep an endpoint's rate. */
function startMembership(service: Service, limits: DeliveryLimits) {
  const deliverer = randomUUID()
  let others = 0
  const report = async () => {
    const dead = sql.fragment`now() - ${limits.leaseMs} * interval '1 millisecond'`
    others = await service.db.oneFirst(sql.type(z.object({ count: z.number() }))`
      with me as (
        insert into ops.webhook_deliverers (deliverer, seen_at) values (${deliverer}, now())
        on conflict (deliverer) do update set seen_at = excluded.seen_at),
      gone as (delete from ops.webhook_deliverers where seen_at < ${dead})
      select count(*)::int4 as count from ops.webhook_deliverers where deliverer <> ${deliverer} and seen_at >= ${dead}`)
  }
  const tick = () =>
    void report().catch(error => service.log.warn({ err: error }, 'webhook membership heartbeat failed'))
  tick()
  const timer = setInterval(tick, limits.heartbeatMs)
  return {
    fairShare: () => 1 / (1 + others),
    async stop() {
      clearInterval(timer)
      await service.db
        .query(sql.unsafe`delete from ops.webhook_deliverers where deliverer = ${deliverer}`)
        .catch(() => undefined)
    },
  }
}
