import { Rejection } from '#values/errors.ts'

const RETRY_AFTER_S = 5

/** Per client and process. */
export function createConcurrencyLimit(max: number, label: string, retryAfterS = RETRY_AFTER_S) {
  const inFlight = new Map<string, number>()
  return {
    /** Returns the release function. Errors: RATE_LIMIT_EXCEEDED. */
    acquire(client_id: string): () => void {
      const count = inFlight.get(client_id) ?? 0
      if (count >= max) {
        const reason = `${max} ${label} of your client are running: let one of them end first`
        throw new Rejection('RATE_LIMIT_EXCEEDED', { reason }, { retryAfterS })
      }
      inFlight.set(client_id, count + 1)
      let isReleased = false
      return () => {
        if (isReleased) return
        isReleased = true
        const left = (inFlight.get(client_id) ?? 1) - 1
        if (left === 0) inFlight.delete(client_id)
        else inFlight.set(client_id, left)
      }
    },
  }
}
