import { z } from 'zod'
import { noSuchSession } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { findSessionOwner } from '#services/vpn/find-session-owner.ts'
import { session_id } from '#services/vpn/session-id.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { endSessions } from './end-sessions.ts'

export const DisconnectBody = z.object({ session_id })

/**
 * Ends a session of the caller's client, of `user_id` only unless that is null. Errors: VPN_005 for a session that is
 * over or out of the caller's scope.
 */
export async function disconnect(
  service: Pick<VpnService, 'db' | 'execute' | 'leases' | 'slots' | 'log'>,
  context: Context,
  { session_id, user_id }: { session_id: string; user_id: string | null },
): Promise<void> {
  const owner = await findSessionOwner(service, session_id)
  const isOwn = owner?.client_id === context.actor.client_id && (user_id === null || owner.user_id === user_id)
  if (owner === null || !isOwn) throw noSuchSession()
  await endSessions(service, context, owner.devices, { type: 'disconnect', session_id })
}
