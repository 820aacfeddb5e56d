import type { Counters } from '#edge/rate-limits/counters.ts'
import { endOf, minute, planOf } from '#edge/rate-limits/plans.ts'
import { tooManyRequests } from '#edge/rate-limits/verdict.ts'
import { derivedUuid } from '#values/ids.ts'
import type { Person } from '#values/person.ts'

/** Per user and client: more than 60 notifications a minute are not read. */
const WINDOW = minute(60)
const PLAN = planOf(WINDOW)

export type SendLimiter = ReturnType<typeof createSendLimiter>

export function createSendLimiter(counters: Pick<Counters, 'take' | 'giveBack'>) {
  return {
    /** Takes one; the function returned gives it back when nothing was sent. Errors: NOTIF_007. */
    async charge({ client_id, user_id }: Person, now: Date): Promise<() => Promise<void>> {
      const key = `notify-user:${derivedUuid('sends-to', client_id, user_id)}`
      const nowS = Math.floor(now.getTime() / 1_000)
      const { granted } = await counters.take(key, PLAN, nowS, 1)
      if (granted > 0) return () => counters.giveBack(key, PLAN, nowS, 1)
      const resetS = endOf(WINDOW, nowS)
      const verdict = { admitted: false, window: WINDOW, remaining: 0, resetS, nowS, policy: PLAN.policy }
      const reason = 'has reached the limit of notifications per minute'
      throw tooManyRequests(verdict, { field: 'user_id', reason }, 'NOTIF_007')
    },
  }
}
