import { z } from 'zod'
import { noSuchSession } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { session_id, TUNNEL_BYTES_MAX } from '#services/vpn/request-fields.ts'
import { confirmSession } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { optional } from '#values/text.ts'

const bytes = (what: string) =>
  optional(z.int().min(0).max(TUNNEL_BYTES_MAX)).describe(`${what} so far, in bytes; omitted when unknown.`)

export const HeartbeatBody = z.object({
  session_id,
  bytes_in: bytes('Traffic through the tunnel to the device'),
  bytes_out: bytes('Traffic through the tunnel from the device'),
})

export const heartbeatErrors = ['VPN_005', 'VPN_007'] as const satisfies readonly ErrorCode[]

/** Idempotent. `user_id` null: any user of the client. VPN_007 is for LATE_HEARTBEAT_S after the lease's end. */
export async function heartbeat(
  service: Pick<VpnService, 'execute' | 'leases'>,
  context: Context,
  { user_id, ...body }: z.output<typeof HeartbeatBody> & { user_id: string | null },
): Promise<{ lease_until: string }> {
  const { session_id } = body
  const result = await service.leases.heartbeat({ ...body, client_id: context.actor.client_id, user_id })
  if (result.outcome !== 'alive')
    throw result.outcome === 'late' ? new Rejection('VPN_007', { session_id }) : noSuchSession()
  // Rejects when the session has just ended; its lease is deleted with it.
  if (!result.connected) await confirmSession(service, context, result.devices, session_id)
  return { lease_until: result.lease_until }
}
