import { hash, timingSafeEqual } from 'node:crypto'
import { noSuchSession } from '#domain/vpn/devices/decider.ts'
import { noSuchServer, servers } from '#domain/vpn/servers/decider.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'

/** Compared with for an unknown session, so that the response takes as long. */
const NO_PASSWORD_DIGEST = hash('sha256', '', 'hex')

type AdmitTunnelParams = { session_id: string; password_digest: string }

/**
 * Decides whether a client may have a tunnel: it names a live session of this server and knows its password. The agent
 * sends a digest, so the password goes no further than the agent. Errors: VPN_005, VPN_004.
 */
export async function admitTunnel(
  { execute, leases }: Pick<VpnService, 'execute' | 'leases'>,
  server_id: number,
  { session_id, password_digest }: AdmitTunnelParams,
): Promise<{ session_id: string; dns_servers: string[]; expires_at: string }> {
  const [lease, { state: server }] = await Promise.all([
    leases.findCredential(server_id, session_id),
    execute.load(servers, servers.id(server_id)),
  ])
  const expectedDigest = Buffer.from(lease?.password_digest ?? NO_PASSWORD_DIGEST, 'hex')
  const isRight = timingSafeEqual(Buffer.from(password_digest, 'hex'), expectedDigest)
  if (lease === null || !isRight) throw noSuchSession()
  if (server.status === 'absent') throw noSuchServer()
  return { session_id, dns_servers: [...server.terms.dns_servers], expires_at: lease.expires_at }
}
