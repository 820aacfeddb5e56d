import { devices } from '#domain/vpn/devices/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { TunnelReport } from '#services/vpn/leases.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'

const RETRY_BUDGET_MS = 3_000
/** Sessions confirmed at once; each is an append to another stream. */
const CONCURRENCY = 20

/**
 * Records the traffic and state of a server's tunnels. Idempotent. Returns the sessions that are over or belong to
 * another server: the agent ends their tunnels.
 */
export async function reportTunnels(
  { execute, leases, reachability }: Pick<VpnService, 'execute' | 'leases' | 'reachability'>,
  context: Context,
  server_id: number,
  { tunnels: reports, openvpn_gone_s }: { tunnels: readonly TunnelReport[]; openvpn_gone_s?: number | undefined },
): Promise<string[]> {
  if (openvpn_gone_s !== undefined) await reachability.report(server_id, openvpn_gone_s)
  const live = await leases.addTraffic(server_id, reports)
  const upSessions = new Set(reports.filter(({ is_up }) => is_up).map(({ session_id }) => session_id))
  const newlyConnected = live.filter(({ session_id, connected }) => !connected && upSessions.has(session_id))
  const ended = new Set<string>()
  for (let first = 0; first < newlyConnected.length; first += CONCURRENCY)
    await Promise.all(
      newlyConnected.slice(first, first + CONCURRENCY).map(async ({ session_id, devices: devicesId }) => {
        const confirm = { type: 'confirm', session_id } as const
        const ownContext = { ...context, command_id: `${context.command_id}:${session_id}` }
        try {
          await execute.run(devices, devicesId, confirm, ownContext, { retryBudgetMs: RETRY_BUDGET_MS })
          await leases.markConnected(session_id)
        } catch (error) {
          if (!(error instanceof Rejection && error.code === 'VPN_005')) throw error
          // The session has just ended.
          ended.add(session_id)
        }
      }),
    )
  const alive = new Set(live.map(({ session_id }) => session_id).filter(session_id => !ended.has(session_id)))
  return [...new Set(reports.map(({ session_id }) => session_id))].filter(session_id => !alive.has(session_id))
}
