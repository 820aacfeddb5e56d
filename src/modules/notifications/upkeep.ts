import type { Config } from '#config/config.ts'
import { startRounds } from '#reactions/rounds.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { forgetTexts } from '#services/notifications/sealed.ts'
import { pruneStaleTokens } from './prune-stale-tokens.ts'

const TEXTS_EVERY_MS = 60_000
/** It is a matter of days, and looks at every token there is. */
const TOKENS_EVERY_MS = 3_600_000

type Upkept = Pick<NotificationService, 'vault' | 'log' | 'now' | 'execute' | 'owners'> & { config: Config }

/**
 * Forgets what notifications of days said that are over for long enough, and gives up tokens that no app has used for too long, by whoever plays the
 * role `reactor`, and by several at once.
 */
export function startUpkeep(service: Upkept): { stop(): Promise<void> } {
  const { log, config, now } = service
  const stopping = new AbortController()
  /** Two clocks must say that a time is over: what is forgotten can't be brought back. */
  const bothSay = () => new Date(Math.min(now().getTime(), Date.now()))

  const texts = startRounds(TEXTS_EVERY_MS, async () => {
    try {
      const keys = await forgetTexts(service, config.NOTIFICATION_RETENTION_DAYS, bothSay())
      if (keys > 0) log.info({ keys }, 'what notifications of days that are over said was forgotten')
    } catch (err) {
      log.warn({ err }, 'the upkeep of notifications failed, and is tried again')
    }
  })
  const tokens = startRounds(TOKENS_EVERY_MS, async () => {
    try {
      const devices = await pruneStaleTokens(service, bothSay(), stopping.signal)
      if (devices > 0) log.info({ devices }, 'devices that have not been seen for too long were taken for inactive')
    } catch (err) {
      log.warn({ err }, 'the upkeep of push tokens failed, and is tried again')
    }
  })
  return {
    async stop() {
      stopping.abort()
      await Promise.all([texts.stop(), tokens.stop()])
    },
  }
}
