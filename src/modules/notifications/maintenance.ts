import { startInterval } from '#reactions/start-interval.ts'
import type { NotificationConfig } from '#services/notifications/config.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { deleteTextKeys } from '#services/notifications/sealing.ts'
import { pruneStaleTokens } from './prune-stale-tokens.ts'

const TEXTS_INTERVAL_MS = 60_000
/** Rarely: it reads every token, and its limit is in days. */
const TOKENS_INTERVAL_MS = 3_600_000

type MaintenanceService = Pick<NotificationService, 'vault' | 'log' | 'now' | 'execute' | 'owners'> & {
  config: NotificationConfig
}

/** Runs in every reactor process. */
export function startMaintenance(service: MaintenanceService): { stop(): Promise<void> } {
  const { log, config, now } = service
  const abortController = new AbortController()
  /** The earlier of two clocks: deleted keys cannot be restored. */
  const earlierClock = () => new Date(Math.min(now().getTime(), Date.now()))

  const texts = startInterval(TEXTS_INTERVAL_MS, async () => {
    try {
      const keys = await deleteTextKeys(service, config.NOTIFICATION_RETENTION_DAYS, earlierClock())
      if (keys > 0) log.info({ keys }, 'notification texts deleted by retention')
    } catch (err) {
      log.warn({ err }, 'deleting notification texts failed; will be retried')
    }
  })
  const tokens = startInterval(TOKENS_INTERVAL_MS, async () => {
    try {
      const devices = await pruneStaleTokens(service, earlierClock(), abortController.signal)
      if (devices > 0) log.info({ devices }, 'devices with stale push tokens deactivated')
    } catch (err) {
      log.warn({ err }, 'deactivating stale push tokens failed; will be retried')
    }
  })
  return {
    async stop() {
      abortController.abort()
      await Promise.all([texts.stop(), tokens.stop()])
    },
  }
}
