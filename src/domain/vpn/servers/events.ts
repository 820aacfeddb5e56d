import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { internal, owner, plain } from '#event-sourcing/field-classes.ts'

/** Servers belong to the platform's client; all clients share their slots. */

export const PROTOCOLS = ['udp', 'tcp'] as const

/** The whole Internet, only the server, or networks of the Internet in CIDR notation. */
export const TunnelRouting = z.union([z.enum(['full', 'none']), z.array(z.string()).min(1)])
export type TunnelRouting = z.infer<typeof TunnelRouting>

export const ServerTerms = z.strictObject({
  name: z.string(),
  country: z.string(),
  /** ISO 3166-1 alpha-2. */
  country_code: z.string(),
  city: z.string(),
  ip: z.string(),
  port: z.int(),
  protocol: z.enum(PROTOCOLS),
  /** Simultaneous sessions. */
  capacity: z.int().positive(),
  dns_servers: z.array(z.string()),
  /** Absent for servers registered before the field existed: `none`. */
  routing: TunnelRouting.optional(),
})
export type ServerTerms = z.infer<typeof ServerTerms>

/** `devices` is the id of the user's stream. */
const Slot = z.strictObject({ session_id: plain(z.string()), devices: internal(z.string()) })
export type Slot = z.infer<typeof Slot>

const ServerEvents = {
  /** `client_id` is the platform's. */
  VpnServerRegistered: z.strictObject({ client_id: owner(z.string()), terms: plain(ServerTerms) }),
  /** All fields after the change; open sessions stay. */
  VpnServerChanged: z.strictObject({ terms: plain(ServerTerms) }),
  /** No new sessions; open ones continue. */
  VpnServerMaintenanceStarted: z.strictObject({}),
  VpnServerMaintenanceEnded: z.strictObject({}),
  /** No new sessions, and no longer listed. */
  VpnServerRetired: z.strictObject({}),
  VpnSlotTaken: Slot,
  VpnSlotGivenBack: z.strictObject({ session_id: plain(z.string()) }),
  /** Recorded now and then with a taken slot, so that reading starts here and not at the first session. */
  VpnSlotsCounted: z.strictObject({
    client_id: internal(z.string()),
    terms: internal(ServerTerms),
    held: z.array(Slot),
  }),
}
export type ServerEvent = EventOf<typeof ServerEvents>

export const serverStreams = {
  ...category({ prefix: 'vpnserver-', events: ServerEvents }),
  id: (server_id: number) => String(server_id),
}

export const SERVER_ID_MAX = 2_147_483_647
