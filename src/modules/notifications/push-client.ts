import type { PushPlatform } from '#domain/notifications/devices/events.ts'
import type { PushMessage, PushOutcome } from '#edge/push/push-sender.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { createCircuitBreaker } from './circuit-breaker.ts'
import type { PushObserver } from './metrics.ts'
import type { NetworkStatusStore } from './network-status.ts'
import type { PushNetworks } from './push-networks.ts'
import { createTokenRejectionGuard } from './token-rejection-guard.ts'

export type PushClient = ReturnType<typeof createPushClient>

/** Retried, because another process may have the network configured. */
const UNCONFIGURED_RETRY_MS = 10_000

export function createPushClient(
  { log }: Pick<NotificationService, 'log'>,
  platform: PushPlatform,
  {
    networks,
    networkStatus,
    observer,
  }: { networks: PushNetworks; networkStatus: NetworkStatusStore; observer: PushObserver },
) {
  const breaker = createCircuitBreaker()
  const rejectionGuard = createTokenRejectionGuard()
  const trustedRejections = new WeakSet<PushOutcome>()

  function applyOutcome(outcome: PushOutcome, token: string) {
    const before = breaker.outage()
    breaker.recordOutcome(outcome, token)
    const after = breaker.outage()
    observer.circuit(platform, after !== null)
    if (outcome.is === 'sent' && after === null) networkStatus.recordSuccess(platform)
    if (after !== null && after.forMs > (before?.forMs ?? 0)) networkStatus.markDown(platform, after)
    if (before !== null && after === null) networkStatus.markUp(platform)
    if (after !== null && before === null)
      log.error({ platform, reason: after.reason }, 'push network outage: its messages wait')
    if (after === null && before !== null) log.info({ platform }, 'push network outage ended')
  }

  return {
    /** Milliseconds until a message may be sent; 0 = now, followed by `send` or `release`. */
    acquire: () => (networks.missingVariables(platform) === null ? breaker.acquire() : UNCONFIGURED_RETRY_MS),
    release: () => breaker.release(),
    async send(message: PushMessage, client_id: string): Promise<PushOutcome> {
      const startedAt = performance.now()
      const sender = await networks.sender(platform)
      const outcome = await sender.send(message)
      observer.outcome(platform, outcome, performance.now() - startedAt)
      applyOutcome(outcome, message.token)
      const wasAlarming = rejectionGuard.alarm() !== null
      if (rejectionGuard.record(outcome, client_id)) trustedRejections.add(outcome)
      const alarm = rejectionGuard.alarm()
      observer.tokenRejections(platform, alarm !== null)
      if (alarm !== null && !wasAlarming)
        log.error({ platform, ...alarm }, 'too many push tokens rejected: devices are not deactivated')
      return outcome
    },
    /** Whether a rejected token is taken as proof that the app is gone. */
    isTokenGone: (outcome: PushOutcome) => trustedRejections.has(outcome),
    notes(): string[] {
      if (networks.missingVariables(platform) !== null) return []
      const outage = breaker.outage()
      const alarm = rejectionGuard.alarm()
      return [
        ...(outage === null ? [] : [`push to ${platform}: nothing is sent, the network says ${outage.reason}`]),
        ...(alarm === null
          ? []
          : [`push to ${platform}: ${alarm.rejected} of ${alarm.of} tokens were rejected: is it the right app's key?`]),
      ]
    },
  }
}
