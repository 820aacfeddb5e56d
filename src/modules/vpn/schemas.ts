import { isIP } from 'node:net'
import { z } from 'zod'
import { SESSION_STATUSES } from '#domain/vpn/devices/session.ts'
import { SECURITIES } from '#domain/vpn/network.ts'
import { PROTOCOLS, TunnelRouting } from '#domain/vpn/servers/events.ts'
import { CAPACITY_MAX } from '#services/vpn/server-fields.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { pageLimit } from '#values/page.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const session_id = z.string().describe('The session: `vps_` and a UUID, 40 characters.')
const slot_id = z.int().describe("Which of the user's slots the device has, 1 or 2.")
const server_id = z.int().describe('The number of the server.')
const expires_at = timestamp('When the credentials end, a day after they were issued, whatever happens')
const lease_expires_at = timestamp('When the session ends unless it says again that it lives')

const Location = {
  country: z.string().describe('The country it stands in, by its name.'),
  country_code: z.string().describe('ISO 3166-1 code of the country, two upper-case letters.'),
  city: z.string().describe('The city it stands in.'),
  ip: z.string().describe('Where clients find it: an IPv4 or IPv6 address.'),
  port: z.int().describe('The port that it listens on.'),
  protocol: z.enum(PROTOCOLS).describe('What tunnels are carried by.'),
}
const NamedServer = {
  id: z.int().describe('The number of the server.'),
  name: z.string().describe('What people call it.'),
  ...Location,
}

export const ListServersResponse = z.object({
  data: z
    .array(
      z
        .object({
          ...NamedServer,
          capacity_percent: z.int().describe('How much of it is in use, 0 to 100; 100 means that it has no room.'),
          load: z
            .enum(['Low', 'Medium', 'High'])
            .describe('The same in a word: Medium from 50 percent on, High from 80.'),
          recommended: z.boolean().describe('One of the up to three servers that are online and least in use.'),
          status: z.enum(['online', 'maintenance']).describe('In maintenance it takes no new sessions.'),
        })
        .meta({ id: 'VpnServer', description: 'A server that devices may connect to.' }),
    )
    .describe('The servers, by their number.'),
  summary: z
    .object({
      servers: z.int().describe('How many there are in this answer.'),
      countries: z.int().describe('In how many countries they stand.'),
    })
    .describe('What the list comes to.'),
})

export const ServerResponse = z
  .object({
    ...NamedServer,
    capacity: z.int().describe(`Sessions that it has room for at the same time, 1 to ${CAPACITY_MAX}.`),
    dns_servers: z.array(z.string()).describe('What clients ask for names while they are connected.'),
    routing: TunnelRouting.describe(
      'Where tunnels lead: `full`, networks in CIDR notation, or `none`, which is what servers have that were registered before there was a choice.',
    ),
    status: z.enum(['online', 'maintenance', 'retired']).describe('Whether it takes new sessions.'),
    used: z.int().describe('How many of its slots are taken, at this moment.'),
  })
  .meta({ id: 'VpnServerRecord', description: 'A server as whoever runs it sees it.' })

export const ServerParams = z.object({ id: z.string().max(20).describe('The number of the server.') })
export const SessionParams = z.object({ session_id: z.string().describe('The session, `vps_` and a UUID.') })

/** The specification's "VPN session". */
export const ConnectResponse = z.object({
  session_id,
  slot_id,
  vpn_credentials: z
    .object({
      username: z.string().describe('What the client is to log in as, 32 hexadecimal digits.'),
      password: z.string().describe('Its password, told once and kept nowhere.'),
    })
    .describe('What the client answers with when it is asked who it is.'),
  server_info: z.object(NamedServer).describe('The server.'),
  openvpn_config: z
    .string()
    .describe('The text for an OpenVPN client. The credentials are not in it: hand them over when the client asks.'),
  dns_servers: z.array(z.string()).describe('What to ask for names while the tunnel is up.'),
  connected_at: timestamp('When the session was opened'),
  expires_at,
  lease_expires_at,
  next_heartbeat_seconds: z.int().describe('In how many seconds to say for the first time that it lives.'),
})

export const HeartbeatResponse = z.object({
  session_id,
  status: z.literal('connected').describe('Always connected.'),
  lease_expires_at,
  next_heartbeat_seconds: z.int().describe('In how many seconds to say so again.'),
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
    .describe("Only sessions of this user, by the client's own id; somebody else's need `vpn:use:any`."),
  after: plainText(ID_LENGTH_MAX).optional().describe('The last session of the page before.'),
  limit: pageLimit(PAGE_MAX, PAGE_DEFAULT).describe(`Sessions on a page, 1 to ${PAGE_MAX}.`),
})

const user_id = z.string().describe("Whose session it is, by the client's own id.")

export const ListSessionsResponse = z.object({
  data: z
    .array(
      z
        .object({
          session_id,
          user_id,
          slot_id,
          server_id,
          device_id: z.string().describe('The device, by its own id.'),
          status: z.enum(['issued', 'connected']).describe('Connected once its device has said that it lives.'),
          issued_at: timestamp('When the session was opened'),
          connected_at: timestampOrNull('When its device was heard for the first time, null before that'),
          lease_expires_at,
          expires_at,
          bytes_in: z.int().describe('What came through the tunnel so far, in bytes, as far as it was told.'),
          bytes_out: z.int().describe('What went through the tunnel so far, in bytes, as far as it was told.'),
        })
        .meta({ id: 'VpnSession', description: 'A session that is open.' }),
    )
    .describe('The sessions of this page, by their ids.'),
  has_more: z.boolean().describe('Whether there is another page.'),
})

export const ListHistoryResponse = z.object({
  data: z
    .array(
      z
        .object({
          session_id,
          user_id: user_id.describe("Whose session it was, by the client's own id; `[erased]` after an erasure."),
          server_id,
          slot_id,
          device_type: z.string().nullable().describe('What kind of device it was, null when not said.'),
          platform: z.string().nullable().describe('What it ran, null when not said.'),
          status: z
            .enum(SESSION_STATUSES)
            .describe(
              'Where it stands: issued, connected, or how it ended. Withdrawn is one for which nothing could be handed out.',
            ),
          issued_at: timestamp('When the session was opened'),
          connected_at: timestampOrNull('When its device was heard for the first time, null when never'),
          ended_at: timestampOrNull('When it ended, null while it is open'),
          reason: z.string().nullable().describe('Why it was revoked; null otherwise.'),
        })
        .meta({ id: 'VpnSessionPast', description: 'A session, open or over.' }),
    )
    .describe('The sessions of this page, newest first.'),
  pagination: z
    .object({
      next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last.'),
      has_more: z.boolean().describe('Whether there is another page.'),
    })
    .describe('Where this page ends.'),
})

const SSID_LENGTH_MAX = 128
const RESOLVERS_MAX = 16

const optionalFlag = (what: string) =>
  z
    .boolean()
    .nullish()
    .transform(value => value ?? false)
    .describe(`Whether ${what}; false unless said.`)

const mac = z.string().regex(/^[0-9a-fA-F]{2}([:-][0-9a-fA-F]{2}){5}$/, 'must be six bytes such as 00:1a:2b:3c:4d:5e')

export const CheckNetworkBody = z.object({
  security: z.enum(SECURITIES).describe('How the network keeps strangers out.'),
  ssid: z
    .string()
    .max(SSID_LENGTH_MAX)
    .nullish()
    .transform(name => name ?? null)
    .describe('The name of the network as it is shown.'),
  bssid: mac.nullish().describe('The address of the access point. It is not judged by.'),
  is_public: optionalFlag('strangers may use the network'),
  captive_portal: optionalFlag('a page was shown that has to be clicked away; such a network is public'),
  dns_servers: z
    .array(
      z
        .string()
        .max(45)
        .refine(text => isIP(text) !== 0 && !text.includes('%'), 'must be an IPv4 or IPv6 address'),
    )
    .max(RESOLVERS_MAX)
    .nullish()
    .transform(list => list ?? [])
    .describe('The resolvers that the network hands out.'),
  gateway_mac: mac.nullish().describe('The address of the gateway. It is not judged by.'),
  arp_duplicate: optionalFlag("two machines answered for the gateway's address"),
  ssl_intercepted: optionalFlag('a certificate was shown that is not the site’s'),
})

export const CheckNetworkResponse = z.object({
  risk_level: z
    .enum(RISK_LEVELS)
    .describe(
      'Low: a secure network; medium: a public one with a password; high: a public one with a suspicious pattern; critical: one without a password, or with one that anybody breaks.',
    ),
  vpn_recommended: z.boolean().describe('Whether to advise a VPN.'),
  auto_connect: z.boolean().describe('Whether an app should connect by itself.'),
  reasons: z.array(z.string()).describe('What was found: a word for the level, then one for each suspicious pattern.'),
  checked_at: timestamp('When it was judged'),
})
