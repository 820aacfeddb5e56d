import { LRUCache } from 'lru-cache'
import type { Registration } from '#domain/notifications/devices/decider.ts'
import type { PushOutcome } from '#edge/push/push-sender.ts'

export type PendingOutcome = { registration: Registration; outcome: PushOutcome; sentAt: Date }

/** During a longer outage of the store, the messages of forgotten outcomes are sent again. */
const OUTCOMES_MAX = 10_000

/** While the store is readable but not writable, a retry must not send a notification again and again. */
export function createPendingOutcomes() {
  const outcomes = new LRUCache<string, PendingOutcome>({ max: OUTCOMES_MAX })
  return {
    get: (id: string): PendingOutcome | undefined => outcomes.get(id),
    delete: (id: string) => void outcomes.delete(id),
    async keepDuring<T>(
      id: string,
      pending: PendingOutcome,
      record: (pending: PendingOutcome) => Promise<T>,
    ): Promise<T> {
      outcomes.set(id, pending)
      const result = await record(pending)
      outcomes.delete(id)
      return result
    },
  }
}
