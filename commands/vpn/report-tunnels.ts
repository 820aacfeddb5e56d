import { devices } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { TunnelReport } from '#services/vpn/leases.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'

const PATIENCE_MS = 3_000
/** Sessions that are told to be connected at the same time; each is an append to another stream. */
const TOGETHER = 20

/**
 * Takes what an agent saw of the tunnels of its server: bytes, and which are up, by which their sessions are connected. Repeating it changes
 * nothing. Answers which of the sessions are over, or not of this server: their tunnels are to end.
 */
export async function reportTunnels(
  { execute, leases, reachability }: Pick<VpnService, 'execute' | 'leases' | 'reachability'>,
  context: Context,
  server_id: number,
  { tunnels: reports, openvpn_gone_s }: { tunnels: readonly TunnelReport[]; openvpn_gone_s?: number | undefined },
): Promise<string[]> {
  if (openvpn_gone_s !== undefined) await reachability.report(server_id, openvpn_gone_s)
  const live = await leases.report(server_id, reports)
  const opened = new Set(reports.filter(({ is_up }) => is_up).map(({ session_id }) => session_id))
  const fresh = live.filter(({ session_id, connected }) => !connected && opened.has(session_id))
  const gone = new Set<string>()
  for (let first = 0; first < fresh.length; first += TOGETHER)
    await Promise.all(
      fresh.slice(first, first + TOGETHER).map(async ({ session_id, devices: devicesId }) => {
        const confirm = { type: 'confirm', session_id } as const
        const own = { ...context, command_id: `${context.command_id}:${session_id}` }
        try {
          await execute.run(devices, devicesId, confirm, own, { patienceMs: PATIENCE_MS })
          await leases.connected(session_id)
        } catch (error) {
          if (!(error instanceof Rejection && error.code === 'VPN_005')) throw error
          // It ended a moment ago.
          gone.add(session_id)
        }
      }),
    )
  const alive = new Set(live.map(({ session_id }) => session_id).filter(session_id => !gone.has(session_id)))
  return [...new Set(reports.map(({ session_id }) => session_id))].filter(session_id => !alive.has(session_id))
}
