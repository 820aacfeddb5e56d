import { hash, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { noSuchSession } from '#domain/vpn/devices/decider.ts'
import { noSuchServer, servers } from '#domain/vpn/servers/decider.ts'
import { session_id } from '#services/vpn/request-fields.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import type { ErrorCode } from '#values/errors.ts'

export const AdmitTunnelBody = z.object({
  session_id,
  password_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal digits')
    .describe('SHA-256 of the password that the client gave, 64 hexadecimal digits.'),
})

export const admitTunnelErrors = ['VPN_004', 'VPN_005'] as const satisfies readonly ErrorCode[]

/** Compared with for an unknown session, so that the response takes as long. */
const NO_PASSWORD_DIGEST = hash('sha256', '', 'hex')

/** The session must be live and of this server. Only the agent sees its password; the service gets a digest. */
export async function admitTunnel(
  { execute, leases }: Pick<VpnService, 'execute' | 'leases'>,
  { server_id, session_id, password_digest }: z.output<typeof AdmitTunnelBody> & { server_id: number },
): Promise<{ session_id: string; dns_servers: string[]; expires_at: string }> {
  const [lease, { state: server }] = await Promise.all([
    leases.findCredential(server_id, session_id),
    execute.load(servers, servers.id(server_id)),
  ])
  const expected = Buffer.from(lease?.password_digest ?? NO_PASSWORD_DIGEST, 'hex')
  const isRight = timingSafeEqual(Buffer.from(password_digest, 'hex'), expected)
  if (lease === null || !isRight) throw noSuchSession()
  if (server.status === 'absent') throw noSuchServer()
  return { session_id, dns_servers: [...server.terms.dns_servers], expires_at: lease.expires_at }
}
