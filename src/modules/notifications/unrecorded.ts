import { LRUCache } from 'lru-cache'
import type { Registration } from '#domain/notifications/devices/state.ts'
import type { PushOutcome } from '#edge/push/push.ts'

/** What a network answered, of which registration of a device, and when it was asked. */
export type Answered = { registration: Registration; outcome: PushOutcome; askedAt: Date }

/** A store that takes nothing for so many answers is away for all of them; what is forgotten is sent once more. */
const ANSWERS_MAX = 10_000

/**
 * What this process was answered and could not record: a store that lets itself be read and takes nothing must not have a phone told the same thing
 * with each try, for hours.
 */
export function createUnrecorded() {
  const answers = new LRUCache<string, Answered>({ max: ANSWERS_MAX })
  return {
    of: (id: string): Answered | undefined => answers.get(id),
    forget: (id: string) => void answers.delete(id),
    /** Keeps an answer until what is made of it is done. */
    async during<T>(id: string, answered: Answered, work: (answered: Answered) => Promise<T>): Promise<T> {
      answers.set(id, answered)
      const done = await work(answered)
      answers.delete(id)
      return done
    },
  }
}
