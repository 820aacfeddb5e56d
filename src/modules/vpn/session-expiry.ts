import pMap from 'p-map'
import { createBatcher } from '#concurrency/batcher.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

/** `devices` is the id of the user's stream. */
export type ExpiredSession = { session_id: string; server_id: number; devices: string; context: Context }

type Outcome = { isDone: true } | { isDone: false; error: unknown }

/** Several devices of a user may end their sessions at once, on several instances. */
const RETRY_BUDGET_MS = 2_000
/** More concurrent appends would not be faster, and heartbeats would wait for them. */
const USERS_CONCURRENCY = 16
export const EXPIRY_BATCH_MAX = 256

/**
 * Ends sessions whose lease ended, in batches: one append for each user, and one for each server that releases all
 * slots of the batch. Resolves when the session holds neither. Idempotent: the job is repeated until then.
 */
export function createSessionExpiry({ execute, slots }: Pick<VpnService, 'execute' | 'slots'>) {
  const expireInBatches = createBatcher<ExpiredSession, Outcome>(async expired => {
    const outcomes = new Map<ExpiredSession, Outcome>()
    await pMap(expired, async one => outcomes.set(one, await outcomeOf(expire(one))), {
      concurrency: USERS_CONCURRENCY,
    })
    const ended = Map.groupBy(
      expired.filter(one => outcomes.get(one)!.isDone),
      ({ server_id }) => server_id,
    )
    const releases = [...ended].map(async ([server_id, sessions]) => {
      const ids = sessions.map(({ session_id }) => session_id)
      const outcome = await outcomeOf(slots.release(server_id, ...ids))
      for (const one of sessions) outcomes.set(one, outcome)
    })
    await Promise.all(releases)
    return expired.map(one => outcomes.get(one)!)
  }, EXPIRY_BATCH_MAX)

  function expire({ session_id, devices: id, context }: ExpiredSession) {
    return execute.run(devices, id, { type: 'expire', session_id }, context, { retryBudgetMs: RETRY_BUDGET_MS })
  }

  return async function expireSession(expired: ExpiredSession): Promise<void> {
    const outcome = await expireInBatches(expired)
    if (!outcome.isDone) throw outcome.error
  }
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work
    return { isDone: true }
  } catch (error) {
    return { isDone: false, error }
  }
}
