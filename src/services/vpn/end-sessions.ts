import { type DevicesCommand, devices } from '#domain/vpn/devices/decider.ts'
import type { VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { USER_RETRY_BUDGET_MS, type VpnService } from './vpn-service.ts'

type EndCommand = Exclude<DevicesCommand, { type: 'issue' | 'confirm' }>

/** Also releases their slots; when that fails, the slot process does it later. Errors: VPN_005. */
export async function endSessions(
  service: Pick<VpnService, 'log' | 'execute' | 'leases' | 'slots'>,
  context: Context,
  devicesId: string,
  command: EndCommand,
): Promise<VpnDeviceEvent[]> {
  const hints = { retryBudgetMs: USER_RETRY_BUDGET_MS }
  const { events } = await service.execute.run(devices, devicesId, command, context, hints)
  for (const { type, data } of events) {
    if (type === 'VpnSessionIssued') continue
    const { session_id, server_id } = data
    await releaseSession(service, { session_id, server_id }).catch(error =>
      service.log.warn({ session_id, err: error }, 'release of the VPN slot failed; the job queue will retry it'),
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
