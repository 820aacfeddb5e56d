import { canAdminister } from '#domain/auth/platform.ts'
import { noSuchSession } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { endSessions, findSessionOwner } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import type { ErrorCode } from '#values/errors.ts'

export const revokeSessionErrors = ['VPN_005'] as const satisfies readonly ErrorCode[]

/** VPN_005 also for sessions of clients that the actor does not administer. */
export async function revokeSession(
  service: Pick<VpnService, 'log' | 'execute' | 'db' | 'leases' | 'slots'>,
  context: Context,
  { session_id }: { session_id: string },
): Promise<void> {
  const owner = await findSessionOwner(service, session_id)
  if (owner === null || !canAdminister({ client_id: clientOf(context.actor) }, owner.client_id)) throw noSuchSession()
  await endSessions(service, context, owner.devices, { type: 'revoke', session_id, reason: 'administrator' })
}
