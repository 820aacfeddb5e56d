import { z } from 'zod'
import { SESSION_STATUSES } from '#domain/vpn/devices/state.ts'
import { SECURITIES } from '#domain/vpn/network.ts'
import { PROTOCOLS, TunnelRouting } from '#domain/vpn/servers/events.ts'
import { SERVER_STATUSES } from '#domain/vpn/servers/state.ts'
import { CAPACITY_MAX, ipAddress } from '#services/vpn/request-fields.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { pageLimit, pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const session_id = z.string().describe('The session: `vps_` and a UUID, 40 characters.')
const user_id = z.string().describe("The session's user, by the client's own id.")
const slot_id = z.int().describe("The device's slot among those of the user, 1 or 2.")
const server_id = z.int().describe('The number of the server.')
const issued_at = timestamp('When the session was opened')
const expires_at = timestamp('When the credentials end, a day after they were issued')
const lease_expires_at = timestamp('When the session ends without another heartbeat')

const NamedServer = {
  id: z.int().describe('The number of the server.'),
  name: z.string().describe('Its display name.'),
  country: z.string().describe("The name of the server's country."),
  country_code: z.string().describe('ISO 3166-1 code of the country, two upper-case letters.'),
  city: z.string().describe("The server's city."),
  ip: z.string().describe('Its IPv4 or IPv6 address for clients.'),
  port: z.int().describe('Its port for clients.'),
  protocol: z.enum(PROTOCOLS).describe('The transport protocol of its tunnels.'),
}

const VpnServer = z
  .object({
    ...NamedServer,
    capacity_percent: z.int().describe('Used slots in percent, 0 to 100; 100 means that no slot is free.'),
    load: z.enum(['Low', 'Medium', 'High']).describe('The same as a label: Medium from 50 percent, High from 80.'),
    recommended: z.boolean().describe('One of the up to three least used servers that are online.'),
    status: z.enum(['online', 'maintenance']).describe('In maintenance it takes no new sessions.'),
  })
  .meta({ id: 'VpnServer', description: 'A server that devices may connect to.' })

export const ListServersResponse = z.object({
  data: z.array(VpnServer).describe('The servers, by number.'),
  summary: z
    .object({
      servers: z.int().describe('The number of servers in this response.'),
      countries: z.int().describe('The number of their countries.'),
    })
    .describe('Totals of the list.'),
})

export const ServerResponse = z
  .object({
    ...NamedServer,
    capacity: z.int().describe(`Simultaneous sessions, 1 to ${CAPACITY_MAX}.`),
    dns_servers: z.array(z.string()).describe('The resolvers for connected clients.'),
    routing: TunnelRouting.describe(
      prose(
        'Where tunnels lead: `full`, networks in CIDR notation, or `none`. Servers that were registered before',
        '`routing` existed have `none`.',
      ),
    ),
    status: z.enum(SERVER_STATUSES).describe('Whether it takes new sessions.'),
    used: z.int().describe('Its taken slots, at this moment.'),
  })
  .meta({ id: 'VpnServerRecord', description: 'A server as its operator sees it.' })

export const ServerParams = z.object({ id: z.string().max(20).describe('The number of the server.') })
export const SessionParams = z.object({ session_id: z.string().describe('The session, `vps_` and a UUID.') })

export const ConnectResponse = z.object({
  session_id,
  slot_id,
  vpn_credentials: z
    .object({
      username: z.string().describe('The user name for the client, 32 hexadecimal digits.'),
      password: z.string().describe('The password for the client; it is returned once and not stored.'),
    })
    .describe('Credentials for the OpenVPN client.'),
  server_info: z.object(NamedServer).describe('The server.'),
  openvpn_config: z
    .string()
    .describe('The configuration of an OpenVPN client, without the credentials: give them to the client when it asks.'),
  dns_servers: z.array(z.string()).describe('The resolvers to use while the tunnel is up.'),
  connected_at: issued_at,
  expires_at,
  lease_expires_at,
  next_heartbeat_seconds: z.int().describe('Seconds until the first heartbeat is due.'),
})

export const HeartbeatResponse = z.object({
  session_id,
  status: z.literal('connected').describe('Always connected.'),
  lease_expires_at,
  next_heartbeat_seconds: z.int().describe('Seconds until the next heartbeat is due.'),
})

export const DisconnectResponse = z.object({
  session_id,
  status: z.literal('disconnected').describe('Always disconnected.'),
})

export const RevokeResponse = z.object({ session_id, status: z.literal('revoked').describe('Always revoked.') })

const PAGE_MAX = 200
const PAGE_DEFAULT = 50

export const ListSessionsQuery = z.strictObject({
  user_id: plainText(ID_LENGTH_MAX)
    .optional()
    .describe("Only sessions of this user, by the client's own id; another user's need `vpn:use:any`."),
  after: plainText(ID_LENGTH_MAX).optional().describe('The last session of the previous page.'),
  limit: pageLimit(PAGE_MAX, PAGE_DEFAULT).describe(`Sessions on a page, 1 to ${PAGE_MAX}.`),
})

const VpnSession = z
  .object({
    session_id,
    user_id,
    slot_id,
    server_id,
    device_id: z.string().describe('The device, by its own id.'),
    status: z.enum(['issued', 'connected']).describe('Connected since the first heartbeat or tunnel.'),
    issued_at,
    connected_at: timestampOrNull('When it was first connected, null before that'),
    lease_expires_at,
    expires_at,
    bytes_in: z.int().describe('Reported bytes to the device so far.'),
    bytes_out: z.int().describe('Reported bytes from the device so far.'),
  })
  .meta({ id: 'VpnSession', description: 'A session that is open.' })

export const ListSessionsResponse = z.object({
  data: z.array(VpnSession).describe('The sessions of this page, by id.'),
  has_more: pagination.shape.has_more,
})

const VpnSessionPast = z
  .object({
    session_id,
    user_id: user_id.describe("The session's user, by the client's own id; `[erased]` after an erasure."),
    server_id,
    slot_id,
    device_type: z.string().nullable().describe('The kind of device, null when not given.'),
    platform: z.string().nullable().describe('Its platform, null when not given.'),
    status: z
      .enum(SESSION_STATUSES)
      .describe('Issued, connected, or how it ended. Withdrawn: it could not be opened completely.'),
    issued_at,
    connected_at: timestampOrNull('When it was first connected, null when never'),
    ended_at: timestampOrNull('When it ended, null while it is open'),
    reason: z.string().nullable().describe('Why it was revoked; null otherwise.'),
  })
  .meta({ id: 'VpnSessionPast', description: 'A session, open or over.' })

export const SessionResponse = VpnSessionPast.extend({
  open: VpnSession.pick({ device_id: true, lease_expires_at: true, expires_at: true, bytes_in: true, bytes_out: true })
    .nullable()
    .describe('What is known of a session only while it is open; null once it is over.'),
}).meta({ id: 'VpnSessionRecord', description: 'A session in its present state.' })

export const ListHistoryResponse = z.object({
  data: z.array(VpnSessionPast).describe('The sessions of this page, newest first.'),
  pagination,
})

const SSID_LENGTH_MAX = 128
const RESOLVERS_MAX = 16

const optionalFlag = (what: string) =>
  z
    .boolean()
    .nullish()
    .transform(value => value ?? false)
    .describe(`Whether ${what}; false by default.`)

const mac = z.string().regex(/^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}$/, 'must be six bytes such as 00:1a:2b:3c:4d:5e')

export const CheckNetworkBody = z.object({
  security: z.enum(SECURITIES).describe("The network's encryption."),
  ssid: z
    .string()
    .max(SSID_LENGTH_MAX)
    .nullish()
    .transform(name => name ?? null)
    .describe('The name of the network as it is shown.'),
  bssid: mac.nullish().describe('The address of the access point. It does not affect the result.'),
  is_public: optionalFlag('strangers may use the network'),
  captive_portal: optionalFlag('the network shows a captive portal; such a network is public'),
  dns_servers: z
    .array(ipAddress)
    .max(RESOLVERS_MAX)
    .nullish()
    .transform(list => list ?? [])
    .describe('The resolvers that the network assigns.'),
  gateway_mac: mac.nullish().describe('The address of the gateway. It does not affect the result.'),
  arp_duplicate: optionalFlag("two machines answered for the gateway's address"),
  ssl_intercepted: optionalFlag('a site presented a certificate that is not its own'),
})

export const CheckNetworkResponse = z.object({
  risk_level: z
    .enum(RISK_LEVELS)
    .describe(
      prose(
        'Low: a secure network; medium: a public one with a password; high: a public one with a suspicious pattern;',
        'critical: one without a password, or with broken encryption.',
      ),
    ),
  vpn_recommended: z.boolean().describe('Whether to advise a VPN.'),
  auto_connect: z.boolean().describe('Whether an app should connect without asking the user.'),
  reasons: z.array(z.string()).describe('A code for the level, then one for each suspicious pattern.'),
  checked_at: timestamp('When it was assessed'),
})
