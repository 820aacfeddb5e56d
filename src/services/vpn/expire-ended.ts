import { devices } from '#domain/vpn/devices/decider.ts'
import { type DevicesState, liveSessions } from '#domain/vpn/devices/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { systemContext } from '#reactions/system-context.ts'
import { USER_RETRY_BUDGET_MS, type VpnService } from './vpn-service.ts'

/** So that a connect does not wait for the lease process. Returns whether any session had ended. */
export async function expireEnded(
  service: Pick<VpnService, 'execute' | 'now' | 'leases' | 'slots'>,
  cause: Context,
  devicesId: string,
  state: DevicesState,
): Promise<boolean> {
  const live = liveSessions(state)
  const leases = await Promise.all(live.map(({ session_id }) => service.leases.checkExpiry(session_id)))
  const ended = live.filter((_, n) => leases[n]?.leftMs === 0)
  for (const { session_id, server_id } of ended) {
    const context = systemContext('vpn-slots', cause.actor.client_id, cause, service.now())
    const command = { type: 'expire', session_id } as const
    await service.execute.run(devices, devicesId, command, context, { retryBudgetMs: USER_RETRY_BUDGET_MS })
    // Also when another process recorded the end: it may not have released the slot yet.
    await service.slots.release(server_id, session_id)
  }
  return ended.length > 0
}
