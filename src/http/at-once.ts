import { Rejection } from '#values/errors.ts'

const RETRY_AFTER_S = 5

/** How many of something a client may have under way at the same time in one process. */
export function createAtOnce(max: number, what: string) {
  const underWay = new Map<string, number>()
  return {
    /** Counts one more until it is told that it is over. Errors: RATE_LIMIT_EXCEEDED. */
    begin(client_id: string): () => void {
      const count = underWay.get(client_id) ?? 0
      if (count >= max) {
        const reason = `${max} ${what} of your client are under way: let one of them end first`
        throw new Rejection('RATE_LIMIT_EXCEEDED', { reason }, { retryAfterS: RETRY_AFTER_S })
      }
      underWay.set(client_id, count + 1)
      let isOver = false
      return () => {
        if (isOver) return
        isOver = true
        const left = (underWay.get(client_id) ?? 1) - 1
        if (left === 0) underWay.delete(client_id)
        else underWay.set(client_id, left)
      }
    },
  }
}
