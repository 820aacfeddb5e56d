import pMap from 'p-map'
import { createBatcher } from '#concurrency/batcher.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { USER_RETRY_BUDGET_MS, type VpnService } from '#services/vpn/vpn-service.ts'

/** `devices` is the id of the user's stream. */
export type ExpiredSession = { session_id: string; server_id: number; devices: string; context: Context }

/** More concurrent appends would not be faster, and heartbeats would wait for them. */
const USERS_CONCURRENCY = 16
export const EXPIRY_BATCH_MAX = 256

/** Batches: one append for each user, and one for each server. Idempotent: rejects until both are done. */
export function createSessionExpiry({ execute, slots }: Pick<VpnService, 'execute' | 'slots'>) {
  const hints = { retryBudgetMs: USER_RETRY_BUDGET_MS }
  const expire = ({ session_id, devices: id, context }: ExpiredSession) =>
    settle(execute.run(devices, id, { type: 'expire', session_id }, context, hints))

  const expireInBatches = createBatcher<ExpiredSession, PromiseSettledResult<unknown>>(async expired => {
    const results = await pMap(expired, expire, { concurrency: USERS_CONCURRENCY })
    const outcomes = new Map(expired.map((one, n) => [one, results[n]!]))
    const ended = expired.filter(one => outcomes.get(one)!.status === 'fulfilled')
    const byServer = Map.groupBy(ended, ({ server_id }) => server_id)
    const release = async ([server_id, sessions]: [number, ExpiredSession[]]) => {
      const outcome = await settle(slots.release(server_id, ...sessions.map(({ session_id }) => session_id)))
      for (const one of sessions) outcomes.set(one, outcome)
    }
    await Promise.all([...byServer].map(release))
    return expired.map(one => outcomes.get(one)!)
  }, EXPIRY_BATCH_MAX)

  return async (expired: ExpiredSession): Promise<void> => {
    const outcome = await expireInBatches(expired)
    if (outcome.status === 'rejected') throw outcome.reason
  }
}

async function settle(work: Promise<unknown>): Promise<PromiseSettledResult<unknown>> {
  const [outcome] = await Promise.allSettled([work])
  return outcome
}
