import { z } from 'zod'
import { CAPACITY_MAX, session_id, TUNNEL_BYTES_MAX } from '#services/vpn/request-fields.ts'
import { timestamp } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

const NAME_LENGTH_MAX = 140

export const CreateAgentBody = z.strictObject({
  name: plainText(NAME_LENGTH_MAX).describe(
    `A name for the machine in the list of service accounts, 1 to ${NAME_LENGTH_MAX} characters.`,
  ),
})

export const CreateAgentResponse = z
  .object({
    service_account_id: z.string().describe("The agent's id among the service accounts, and in audit histories."),
    server_id: z.int().describe('The server whose sessions it sees and changes.'),
    email: z.string().describe('Its login name, which receives no mail.'),
    secret: z.string().describe('Its secret: 256 random bits, returned once and stored as a hash.'),
  })
  .meta({
    id: 'NewVpnAgent',
    description: "The login of a server's agent, with the secret, which is returned once.",
  })

/** A year. */
const UNREACHABLE_S_MAX = 31_622_400
const TUNNEL_LENGTH_MAX = 64
/** More than a server has slots, while ended tunnels close. */
const TUNNELS_MAX = 2 * CAPACITY_MAX

export const AdmitTunnelResponse = z.object({
  session_id: z.string().describe('The session, which may have a tunnel.'),
  dns_servers: z.array(z.string()).describe("The client's resolvers."),
  expires_at: timestamp('When the credentials end'),
})

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

export const WatchTunnelsBody = z.object({
  sessions: z.array(session_id).min(1).max(TUNNELS_MAX).describe('The sessions that have a tunnel.'),
})

export const EndedSessionsResponse = z.object({
  ended: z
    .array(z.string())
    .describe('The given sessions that are over, or belong to another server: end their tunnels.'),
})
