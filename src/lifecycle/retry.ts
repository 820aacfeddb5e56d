import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import { inOneLine } from '#edge/unreachable.ts'

const AGAIN_AFTER_MS_MIN = 100
const AGAIN_AFTER_MS_MAX = 5_000
/** How often it is said again that the start waits, and for what. */
const SAID_EVERY_MS = 60_000

/**
 * Repeats what can't work while a store is away. Only for steps of the start that may be repeated. That it waits is said once, again when
 * the reason is another one, and each minute.
 */
export async function untilItWorks<T>(log: Logger, doing: string, step: () => Promise<T>): Promise<T> {
  const since = performance.now()
  let said: { reason: string; at: number } | undefined
  for (let pause = AGAIN_AFTER_MS_MIN; ; pause = Math.min(pause * 2, AGAIN_AFTER_MS_MAX)) {
    try {
      const done = await step()
      if (said !== undefined) log.info({ doing, waited_ms: Math.round(performance.now() - since) }, 'start goes on')
      return done
    } catch (error) {
      const reason = inOneLine(error)
      const now = performance.now()
      if (said === undefined || said.reason !== reason || now - said.at > SAID_EVERY_MS) {
        log.warn({ doing, reason }, 'start is waiting')
        said = { reason, at: now }
      }
      await delay(pause)
    }
  }
}
