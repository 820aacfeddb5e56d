import { z } from 'zod'
import { noSuchSession } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { session_id } from '#services/vpn/request-fields.ts'
import { endSessions, findSessionOwner } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import type { ErrorCode } from '#values/errors.ts'

export const DisconnectBody = z.object({ session_id })

export const disconnectErrors = ['VPN_005'] as const satisfies readonly ErrorCode[]

/** Ends a session of the caller's client, of `user_id` only unless that is null. */
export async function disconnect(
  service: Pick<VpnService, 'log' | 'execute' | 'db' | 'leases' | 'slots'>,
  context: Context,
  { session_id, user_id }: { session_id: string; user_id: string | null },
): Promise<void> {
  const owner = await findSessionOwner(service, session_id)
  const isOwn = owner?.client_id === context.actor.client_id && (user_id === null || owner.user_id === user_id)
  if (owner === null || !isOwn) throw noSuchSession()
  await endSessions(service, context, owner.devices, { type: 'disconnect', session_id })
}
