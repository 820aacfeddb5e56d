import { endSessions } from '#commands/vpn/end-sessions.ts'
import type { Context } from '#context.ts'
import { type DevicesState, liveSessions } from '#domain/vpn/devices/decider.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { VpnService } from './vpn-service.ts'

const PROCESS = 'vpn-slots'

/**
 * Ends those of a user's sessions whose leases have ended, so that a connect need not wait for the sweep. Answers whether
 * there were any.
 */
export async function expireEnded(
  service: Pick<VpnService, 'execute' | 'leases' | 'slots' | 'log' | 'now'>,
  cause: Context,
  devicesId: string,
  state: DevicesState,
): Promise<boolean> {
  const live = liveSessions(state)
  const leases = await Promise.all(live.map(({ session_id }) => service.leases.look(session_id)))
  const ended = live.filter((_, n) => leases[n]?.leftMs === 0)
  for (const { session_id } of ended) {
    const context = systemContext(PROCESS, cause.actor.client_id, cause, service.now())
    await endSessions(service, context, devicesId, { type: 'expire', session_id })
  }
  return ended.length > 0
}
