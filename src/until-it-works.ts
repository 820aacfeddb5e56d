import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'

const AGAIN_AFTER_MS_MIN = 100
const AGAIN_AFTER_MS_MAX = 5_000

/** Repeats what can't work while a store is away. Only for steps of the start that may be repeated. */
export async function untilItWorks<T>(log: Logger, doing: string, step: () => Promise<T>): Promise<T> {
  for (let pause = AGAIN_AFTER_MS_MIN; ; pause = Math.min(pause * 2, AGAIN_AFTER_MS_MAX)) {
    try {
      return await step()
    } catch (error) {
      log.error({ err: error, doing, again_after_ms: pause }, 'start is waiting')
      await delay(pause)
    }
  }
}
