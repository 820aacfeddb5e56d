import { type DevicesCommand, devices } from '#domain/vpn/devices/decider.ts'
import type { VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

type EndCommand = Exclude<DevicesCommand, { type: 'issue' | 'confirm' }>

/** Several devices of a user may end their sessions at the same moment, on several instances. */
const RETRY_BUDGET_MS = 2_000

/**
 * Ends sessions of one user, and gives back in line what they held, so that the next one can have it. Should that fail, the reaction to their end
 * does it a moment later. Answers with what was recorded. Errors: VPN_005.
 */
export async function endSessions(
  service: Pick<VpnService, 'execute' | 'leases' | 'slots' | 'log'>,
  context: Context,
  devicesId: string,
  command: EndCommand,
): Promise<VpnDeviceEvent[]> {
  const { events } = await service.execute.run(devices, devicesId, command, context, { retryBudgetMs: RETRY_BUDGET_MS })
  for (const { type, data } of events) {
    if (type === 'VpnSessionIssued') continue
    const { session_id, server_id } = data
    await releaseSession(service, { session_id, server_id }).catch(error =>
      service.log.warn({ session_id, err: error }, 'VPN slot not given back in line; the reaction will'),
    )
  }
  return events
}

/** What a session that is over held: the server's slot, and what is left of its lease. Repeating it changes nothing. */
export async function releaseSession(
  { leases, slots }: Pick<VpnService, 'leases' | 'slots'>,
  { session_id, server_id }: { session_id: string; server_id: number },
): Promise<void> {
  await leases.deleteLive(session_id)
  await slots.release(server_id, session_id)
}
