import pMap from 'p-map'
import { z } from 'zod'
import type { Context } from '#event-sourcing/context.ts'
import { CAPACITY_MAX, session_id, TUNNEL_BYTES_MAX } from '#services/vpn/request-fields.ts'
import { confirmSession } from '#services/vpn/sessions.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'
import { plainText } from '#values/text.ts'

/** Each is an append to another stream. */
const CONCURRENCY = 20

/** A year. */
const UNREACHABLE_S_MAX = 31_622_400
const TUNNEL_LENGTH_MAX = 64
/** More than a server has slots, while ended tunnels close. */
export const TUNNELS_MAX = 2 * CAPACITY_MAX

const bytes = (what: string) => z.int().min(0).max(TUNNEL_BYTES_MAX).describe(`${what}, in bytes.`)

export const ReportTunnelsBody = z.object({
  tunnels: z
    .array(
      z.object({
        session_id,
        tunnel: plainText(TUNNEL_LENGTH_MAX).describe(
          'A name of the tunnel, unique within its session, 1 to 64 characters: bytes of all tunnels are added up.',
        ),
        is_up: z.boolean().describe('Whether it is up; false in the last report of a tunnel.'),
        bytes_in: bytes('Traffic of this tunnel to the device so far'),
        bytes_out: bytes('Traffic of this tunnel from the device so far'),
      }),
    )
    .max(TUNNELS_MAX)
    .describe('Changed tunnels; the newest tunnel of each session.'),
  openvpn_gone_s: z
    .int()
    .min(0)
    .max(UNREACHABLE_S_MAX)
    .optional()
    .describe('Seconds since the agent last reached OpenVPN; 0 while it does. Older agents omit it.'),
})

/** Idempotent. Returns the sessions that are over or of another server: the agent ends their tunnels. */
export async function reportTunnels(
  service: Pick<VpnService, 'execute' | 'leases' | 'reachability'>,
  context: Context,
  { server_id, tunnels, openvpn_gone_s }: z.output<typeof ReportTunnelsBody> & { server_id: number },
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
