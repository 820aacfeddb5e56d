import pMap from 'p-map'
import { gather } from '#concurrency/batcher.ts'
import { devices } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

/** A session whose lease ended; `devices` is the id of the stream that it belongs to. */
export type Expired = { session_id: string; server_id: number; devices: string; context: Context }

type Outcome = { isOver: true } | { isOver: false; error: unknown }

/** Several devices of a user may end their sessions at the same moment, on several instances. */
const PATIENCE_MS = 2_000
/** Appends to streams of users under way at the same time: more would not be faster, and heartbeats would wait behind them. */
const USERS_AT_ONCE = 16
/** Sessions in one round. */
export const ROUND_MAX = 256

/**
 * Ends sessions that nobody renewed, many at a time: one append for each user, and one for each server, which gives back all slots of the round. Resolves
 * when the session holds neither; repeating it changes nothing, so that whoever owes it repeats it until then.
 */
export function createExpiry({ execute, slots }: Pick<VpnService, 'execute' | 'slots'>) {
  const inRounds = gather<Expired, Outcome>(async expired => {
    const outcomes = new Map<Expired, Outcome>()
    await pMap(expired, async one => outcomes.set(one, await outcomeOf(expire(one))), { concurrency: USERS_AT_ONCE })
    const over = Map.groupBy(
      expired.filter(one => outcomes.get(one)!.isOver),
      ({ server_id }) => server_id,
    )
    const given = [...over].map(async ([server_id, sessions]) => {
      const ids = sessions.map(({ session_id }) => session_id)
      const outcome = await outcomeOf(slots.giveBack(server_id, ...ids))
      for (const one of sessions) outcomes.set(one, outcome)
    })
    await Promise.all(given)
    return expired.map(one => outcomes.get(one)!)
  }, ROUND_MAX)

  function expire({ session_id, devices: id, context }: Expired) {
    return execute.run(devices, id, { type: 'expire', session_id }, context, { patienceMs: PATIENCE_MS })
  }

  return async function expireSession(expired: Expired): Promise<void> {
    const outcome = await inRounds(expired)
    if (!outcome.isOver) throw outcome.error
  }
}

async function outcomeOf(work: Promise<unknown>): Promise<Outcome> {
  try {
    await work
    return { isOver: true }
  } catch (error) {
    return { isOver: false, error }
  }
}
