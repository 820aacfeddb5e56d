import { setTimeout as delay } from 'node:timers/promises'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import { isRefusal } from './errors.ts'
import { REPEAT_AFTER_MS_MAX, REPEAT_AFTER_MS_MIN, REPEATS_BEGIN_WITHIN_MS } from './limits.ts'

/** Rejects with StoreUnavailable when the call is neither answered nor refused. */
export async function retryUntilKnown<T>(doing: string, call: () => Promise<T>): Promise<T> {
  const since = performance.now()
  for (let pause = REPEAT_AFTER_MS_MIN; ; pause = Math.min(pause * 2, REPEAT_AFTER_MS_MAX)) {
    try {
      return await call()
    } catch (error) {
      if (isRefusal(error)) throw error
      if (performance.now() - since + pause > REPEATS_BEGIN_WITHIN_MS) throw new StoreUnavailable(doing, error)
      await delay(pause)
    }
  }
}
