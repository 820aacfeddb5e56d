import { type DevicesCommand, devices } from '#domain/vpn/devices/decider.ts'
import type { VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

type EndCommand = Exclude<DevicesCommand, { type: 'issue' | 'confirm' }>

/** Several devices of a user may end their sessions at once, on several instances. */
const RETRY_BUDGET_MS = 2_000

/**
 * Ends sessions of one user and releases their slots at once; when that fails, the slot process does it later. Returns
 * the recorded events. Errors: VPN_005.
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

/** Releases what an ended session held: its lease and its server slot. Idempotent. */
export async function releaseSession(
  { leases, slots }: Pick<VpnService, 'leases' | 'slots'>,
  { session_id, server_id }: { session_id: string; server_id: number },
): Promise<void> {
  await leases.deleteLive(session_id)
  await slots.release(server_id, session_id)
}
