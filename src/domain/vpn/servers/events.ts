import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'

/**
 * What happens to a VPN server, in `vpnserver-<number>`: what it is, whether it takes sessions, and whose sessions hold its slots. Servers
 * belong to the client that runs the platform; their slots are shared by all clients.
 */

export const PROTOCOLS = ['udp', 'tcp'] as const

/** The whole Internet, nothing beyond the server, or networks of the Internet in CIDR notation. */
export const TunnelRouting = z.union([z.enum(['full', 'none']), z.array(z.string()).min(1)])
export type TunnelRouting = z.infer<typeof TunnelRouting>

/** What a server is, as administrators say it. */
export const ServerTerms = z.strictObject({
  name: z.string(),
  country: z.string(),
  /** ISO 3166-1 alpha-2. */
  country_code: z.string(),
  city: z.string(),
  /** Where clients find it: an IPv4 or IPv6 address. */
  ip: z.string(),
  port: z.int(),
  protocol: z.enum(PROTOCOLS),
  /** Sessions at the same time. */
  capacity: z.int().positive(),
  /** What clients ask for names while the tunnel is up: addresses. */
  dns_servers: z.array(z.string()),
  /** Where its tunnels lead. Servers of before the field existed are without it, which is `none`. */
  routing: TunnelRouting.optional(),
})
export type ServerTerms = z.infer<typeof ServerTerms>

/** By its session; `devices` is the id of the stream of the user whose session it is. */
const Slot = z.strictObject({ session_id: z.string(), devices: z.string() })
export type Slot = z.infer<typeof Slot>

const ServerEvents = {
  /** The server may be connected to. `client_id` is the platform's. */
  VpnServerRegistered: z.strictObject({ client_id: z.string(), terms: ServerTerms }),
  /** It is described so from now on; sessions that are open stay as they are. */
  VpnServerChanged: z.strictObject({ terms: ServerTerms }),
  /** It takes no new sessions for a while; those that are open go on. */
  VpnServerMaintenanceStarted: z.strictObject({}),
  VpnServerMaintenanceEnded: z.strictObject({}),
  /** It takes no new sessions any more, and nobody is shown it. */
  VpnServerRetired: z.strictObject({}),
  /** A session holds one of its slots. */
  VpnSlotTaken: Slot,
  /** That session needs it no more. */
  VpnSlotGivenBack: z.strictObject({ session_id: z.string() }),
  /**
   * What everything before comes to. Recorded now and then beside a slot that was taken, so that a server is read from here on and not from its
   * first session.
   */
  VpnSlotsCounted: z.strictObject({
    client_id: z.string(),
    terms: ServerTerms,
    held: z.array(Slot),
  }),
}
export type ServerEvent = EventOf<typeof ServerEvents>

export const serverStreams = {
  ...category({ prefix: 'vpnserver-', events: ServerEvents }),
  /** The stream's id of the server with this number. */
  id: (server_id: number) => String(server_id),
}

/** Numbers of servers are whole and from 1 to this. */
export const SERVER_ID_MAX = 2_147_483_647
