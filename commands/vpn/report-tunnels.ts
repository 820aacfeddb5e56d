import pMap from 'p-map'
import type { Context } from '#event-sourcing/context.ts'
import type { TunnelReport } from '#services/vpn/leases.ts'
import { confirmSession } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'

/** Each is an append to another stream. */
const CONCURRENCY = 20

type ReportedTunnels = {
  server_id: number
  tunnels: readonly TunnelReport[]
  openvpn_gone_s?: number | undefined
}

/** Idempotent. Returns the sessions that are over or of another server: the agent ends their tunnels. */
export async function reportTunnels(
  service: Pick<VpnService, 'execute' | 'leases' | 'reachability'>,
  context: Context,
  { server_id, tunnels, openvpn_gone_s }: ReportedTunnels,
): Promise<string[]> {
  if (openvpn_gone_s !== undefined) await service.reachability.report(server_id, openvpn_gone_s)
  const live = await service.leases.addTraffic(server_id, tunnels)
  const alive = new Set(live.map(({ session_id }) => session_id))
  const upSessions = new Set(tunnels.filter(({ is_up }) => is_up).map(({ session_id }) => session_id))
  const newlyConnected = live.filter(({ session_id, connected }) => !connected && upSessions.has(session_id))
  const confirm = async ({ session_id, devices }: (typeof live)[number]) => {
    const ownContext = { ...context, command_id: `${context.command_id}:${session_id}` }
    try {
      await confirmSession(service, ownContext, devices, session_id)
    } catch (error) {
      if (!(error instanceof Rejection && error.code === 'VPN_005')) throw error
      alive.delete(session_id)
    }
  }
  await pMap(newlyConnected, confirm, { concurrency: CONCURRENCY })
  return [...new Set(tunnels.map(({ session_id }) => session_id))].filter(session_id => !alive.has(session_id))
}
