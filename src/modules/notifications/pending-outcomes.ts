import { LRUCache } from 'lru-cache'
import type { Registration } from '#domain/notifications/devices/state.ts'
import type { PushOutcome } from '#edge/push/push-sender.ts'

/** What a network answered, of which registration of a device, and when it was asked. */
export type PendingOutcome = { registration: Registration; outcome: PushOutcome; sentAt: Date }

/** A store that takes nothing for so many answers is away for all of them; what is forgotten is sent once more. */
const OUTCOMES_MAX = 10_000

/**
 * What this process was answered and could not record: a store that lets itself be read and takes nothing must not have a phone told the same thing
 * with each try, for hours.
 */
export function createPendingOutcomes() {
  const outcomes = new LRUCache<string, PendingOutcome>({ max: OUTCOMES_MAX })
  return {
    get: (id: string): PendingOutcome | undefined => outcomes.get(id),
    delete: (id: string) => void outcomes.delete(id),
    /** Keeps an answer until what is made of it is done. */
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
