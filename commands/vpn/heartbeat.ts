import { devices, noSuchSession } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'
import type { HeartbeatBody } from './input.ts'

const PATIENCE_MS = 3_000

/**
 * A session's device says that it lives; the lease goes on from now. `user_id`: whose it must be, null: anybody's of the client. Repeating it is
 * harmless. Errors: VPN_007 for a while after the lease has ended, VPN_005 after that and for a session that ended otherwise.
 */
export async function heartbeat(
  { execute, leases }: Pick<VpnService, 'execute' | 'leases'>,
  context: Context,
  { user_id, ...beat }: HeartbeatBody & { user_id: string | null },
): Promise<{ lease_until: string }> {
  const { session_id } = beat
  const beaten = await leases.beat({ ...beat, client_id: context.actor.client_id, user_id })
  if (beaten.outcome !== 'alive')
    throw beaten.outcome === 'late' ? new Rejection('VPN_007', { session_id }) : noSuchSession()
  const { devices: devicesId, connected, lease_until } = beaten
  if (!connected) {
    // Refused when the session ended a moment ago: what is left of its lease goes with that.
    await execute.run(devices, devicesId, { type: 'confirm', session_id }, context, { patienceMs: PATIENCE_MS })
    await leases.connected(session_id)
  }
  return { lease_until }
}
