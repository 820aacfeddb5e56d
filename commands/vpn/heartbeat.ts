import { z } from 'zod'
import { devices, noSuchSession } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { session_id } from '#services/vpn/session-id.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'
import { optional } from '#values/optional.ts'

const BYTES_MAX = 1_125_899_906_842_624

const bytes = (what: string) =>
  optional(z.int().min(0).max(BYTES_MAX)).describe(`${what} so far, in bytes; left out when not known.`)

export const HeartbeatBody = z.object({
  session_id,
  bytes_in: bytes('What came through the tunnel'),
  bytes_out: bytes('What went through the tunnel'),
})
export type HeartbeatBody = z.output<typeof HeartbeatBody>

const RETRY_BUDGET_MS = 3_000

/**
 * Renews the lease of a session, of `user_id` only unless that is null. Idempotent. Errors: VPN_007 for
 * LATE_HEARTBEAT_S after the lease's end, VPN_005 afterwards and for a session that ended otherwise.
 */
export async function heartbeat(
  { execute, leases }: Pick<VpnService, 'execute' | 'leases'>,
  context: Context,
  { user_id, ...body }: HeartbeatBody & { user_id: string | null },
): Promise<{ lease_until: string }> {
  const { session_id } = body
  const result = await leases.beat({ ...body, client_id: context.actor.client_id, user_id })
  if (result.outcome !== 'alive')
    throw result.outcome === 'late' ? new Rejection('VPN_007', { session_id }) : noSuchSession()
  const { devices: devicesId, connected, lease_until } = result
  if (!connected) {
    // Rejects when the session has just ended; its lease is deleted with it.
    await execute.run(devices, devicesId, { type: 'confirm', session_id }, context, { retryBudgetMs: RETRY_BUDGET_MS })
    await leases.markConnected(session_id)
  }
  return { lease_until }
}
