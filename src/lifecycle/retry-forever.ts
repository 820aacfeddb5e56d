import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { oneLineOf } from '#edge/unreachable.ts'

const RETRY_DELAY_MS_MIN = 100
const RETRY_DELAY_MS_MAX = 5_000
const LOG_INTERVAL_MS = 60_000

/** Repeats a repeatable step while a store is unavailable. Logs the reason once, on change, and every minute. */
export async function retryForever<T>(log: Logger, operation: string, step: () => Promise<T>): Promise<T> {
  const since = performance.now()
  let logged: { reason: string; at: number } | undefined
  for (let pause = RETRY_DELAY_MS_MIN; ; pause = Math.min(pause * 2, RETRY_DELAY_MS_MAX)) {
    try {
      const done = await step()
      if (logged !== undefined)
        log.info({ doing: operation, waited_ms: Math.round(performance.now() - since) }, 'start continues')
      return done
    } catch (error) {
      const reason = oneLineOf(error)
      const now = performance.now()
      if (logged === undefined || logged.reason !== reason || now - logged.at > LOG_INTERVAL_MS) {
        log.warn({ doing: operation, reason }, 'start is waiting')
        logged = { reason, at: now }
      }
      await delay(pause)
    }
  }
}
