import type { Config } from '#config/config.ts'
import { startInterval } from '#reactions/start-interval.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { deleteTextKeys } from '#services/notifications/sealing.ts'
import { pruneStaleTokens } from './prune-stale-tokens.ts'

const TEXTS_INTERVAL_MS = 60_000
/** It is a matter of days, and looks at every token there is. */
const TOKENS_INTERVAL_MS = 3_600_000

type MaintenanceService = Pick<NotificationService, 'vault' | 'log' | 'now' | 'execute' | 'owners'> & { config: Config }

/**
 * Forgets what notifications of days said that are over for long enough, and gives up tokens that no app has used for too long, by whoever plays the
 * role `reactor`, and by several at once.
 */
export function startMaintenance(service: MaintenanceService): { stop(): Promise<void> } {
  const { log, config, now } = service
  const abortController = new AbortController()
  /** Two clocks must say that a time is over: what is forgotten can't be brought back. */
  const earlierClock = () => new Date(Math.min(now().getTime(), Date.now()))

  const texts = startInterval(TEXTS_INTERVAL_MS, async () => {
    try {
      const keys = await deleteTextKeys(service, config.NOTIFICATION_RETENTION_DAYS, earlierClock())
      if (keys > 0) log.info({ keys }, 'what notifications of days that are over said was forgotten')
    } catch (err) {
      log.warn({ err }, 'the upkeep of notifications failed, and is tried again')
    }
  })
  const tokens = startInterval(TOKENS_INTERVAL_MS, async () => {
    try {
      const devices = await pruneStaleTokens(service, earlierClock(), abortController.signal)
      if (devices > 0) log.info({ devices }, 'devices that have not been seen for too long were taken for inactive')
    } catch (err) {
      log.warn({ err }, 'the upkeep of push tokens failed, and is tried again')
    }
  })
  return {
    async stop() {
      abortController.abort()
      await Promise.all([texts.stop(), tokens.stop()])
    },
  }
}
