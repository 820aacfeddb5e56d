import { type DevicesState, devices, liveSessions } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { VpnService } from './vpn-service.ts'

const PROCESS = 'vpn-slots'
/** The sweep and other devices of the user may end the same sessions at this moment. */
const RETRY_BUDGET_MS = 2_000

/**
 * Ends those of a user's sessions whose leases have ended, so that a connect need not wait for the sweep. Answers whether
 * there were any.
 */
export async function expireEnded(
  service: Pick<VpnService, 'execute' | 'leases' | 'slots' | 'now'>,
  cause: Context,
  devicesId: string,
  state: DevicesState,
): Promise<boolean> {
  const live = liveSessions(state)
  const leases = await Promise.all(live.map(({ session_id }) => service.leases.look(session_id)))
  const ended = live.filter((_, n) => leases[n]?.leftMs === 0)
  for (const { session_id, server_id } of ended) {
    const context = systemContext(PROCESS, cause.actor.client_id, cause, service.now())
    const command = { type: 'expire', session_id } as const
    await service.execute.run(devices, devicesId, command, context, { retryBudgetMs: RETRY_BUDGET_MS })
    // Also where another process recorded the end: it may not have come that far.
    await service.slots.release(server_id, session_id)
  }
  return ended.length > 0
}
