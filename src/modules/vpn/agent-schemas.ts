import { z } from 'zod'
import { CAPACITY_MAX } from '#services/vpn/server-fields.ts'
import { session_id } from '#services/vpn/session-id.ts'
import { timestamp } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

const NAME_LENGTH_MAX = 140
const TUNNEL_LENGTH_MAX = 64
/** 2^50: more than any tunnel carries in a day, and exact in JSON. */
const BYTES_MAX = 1_125_899_906_842_624
/** More than a server has slots, while ended tunnels close. */
const TUNNELS_MAX = 2 * CAPACITY_MAX
/** A year. */
const UNREACHABLE_S_MAX = 31_622_400

export const CreateAgentBody = z.strictObject({
  name: plainText(NAME_LENGTH_MAX).describe(
    `What the machine is, 1 to ${NAME_LENGTH_MAX} characters, so that whoever reads the list of service accounts knows it.`,
  ),
})

export const CreateAgentResponse = z
  .object({
    service_account_id: z.string().describe('Names the agent among the service accounts, and in audit histories.'),
    server_id: z.int().describe('The server whose sessions it sees and changes.'),
    email: z.string().describe('What it logs in as. No mail can be sent there.'),
    secret: z.string().describe('What it logs in with, shown this once: 256 random bits, of which a hash is kept.'),
  })
  .meta({
    id: 'NewVpnAgent',
    description: 'A login of the agent of a server, with the secret that is shown this once.',
  })

export const AdmitTunnelBody = z.object({
  session_id,
  password_digest: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal digits')
    .describe('SHA-256 of the password that the client gave, 64 hexadecimal digits.'),
})

export const AdmitTunnelResponse = z.object({
  session_id: z.string().describe('The session, which may have a tunnel.'),
  dns_servers: z.array(z.string()).describe('What the client is to ask for names.'),
  expires_at: timestamp('When the credentials end, whatever happens'),
})

const bytes = (what: string) => z.int().min(0).max(BYTES_MAX).describe(`${what}, in bytes.`)

export const ReportTunnelsBody = z.object({
  tunnels: z
    .array(
      z.object({
        session_id,
        tunnel: plainText(TUNNEL_LENGTH_MAX).describe(
          'Names the tunnel among all that its session ever has, 1 to 64 characters: bytes of each are added up.',
        ),
        is_up: z.boolean().describe('Whether it is up; false in the last report of one that ended.'),
        bytes_in: bytes('What this tunnel carried to the device so far'),
        bytes_out: bytes('What this tunnel carried from the device so far'),
      }),
    )
    .max(TUNNELS_MAX)
    .describe('Tunnels of which there is something new; of a session’s tunnels the newest.'),
  openvpn_gone_s: z
    .int()
    .min(0)
    .max(UNREACHABLE_S_MAX)
    .optional()
    .describe('For how many seconds the agent has not reached OpenVPN; 0 while it does. Older agents leave it out.'),
})

export const WatchTunnelsBody = z.object({
  sessions: z.array(session_id).min(1).max(TUNNELS_MAX).describe('The sessions that have a tunnel.'),
})

export const EndedSessionsResponse = z.object({
  ended: z
    .array(z.string())
    .describe('Sessions among those that were named which are over, or not of this server: end their tunnels.'),
})
