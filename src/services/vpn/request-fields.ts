import { isIP } from 'node:net'
import { z } from 'zod'
import { PROTOCOLS, SERVER_ID_MAX } from '#domain/vpn/servers/events.ts'
import { isGlobalNetwork } from '#domain/vpn/special-networks.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const NAME_LENGTH_MAX = 100
/** Bounds the slots that a starting process reads. */
export const CAPACITY_MAX = 5_000
const DNS_SERVERS_MAX = 8
const ROUTED_NETWORKS_MAX = 64

export const ipAddress = z
  .string()
  .max(45)
  .refine(text => isIP(text) !== 0 && !text.includes('%'), 'must be an IPv4 or IPv6 address')

const globalNetwork = z
  .string()
  .max(49)
  .refine(isGlobalNetwork, 'must be a network of global addresses in CIDR notation such as 9.9.9.0/24 or 2620:fe::/48')

export const session_id = plainText(ID_LENGTH_MAX).describe('The session, `vps_` and a UUID.')

/** 2^50: more than any tunnel carries in a day, and exact in JSON. */
export const TUNNEL_BYTES_MAX = 1_125_899_906_842_624

export const server_id = z.int().min(1).max(SERVER_ID_MAX).describe('The number of the server in the list of servers.')

export const Terms = {
  name: plainText(NAME_LENGTH_MAX).describe('Its display name, 1 to 100 characters.'),
  country: plainText(NAME_LENGTH_MAX).describe("The name of the server's country."),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two upper-case letters')
    .describe('ISO 3166-1 code of the country, two upper-case letters.'),
  city: plainText(NAME_LENGTH_MAX).describe("The server's city."),
  ip: ipAddress.describe('Its IPv4 or IPv6 address for clients.'),
  port: z.int().min(1).max(65_535).describe('Its port for clients, 1 to 65,535.'),
  protocol: z.enum(PROTOCOLS).describe('The transport protocol of its tunnels.'),
  capacity: z.int().min(1).max(CAPACITY_MAX).describe('Simultaneous sessions, 1 to 5,000.'),
  dns_servers: z
    .array(ipAddress)
    .max(DNS_SERVERS_MAX)
    .describe('The resolvers for connected clients: up to 8 addresses.'),
  routing: z
    .union([z.enum(['full', 'none']), z.array(globalNetwork).min(1).max(ROUTED_NETWORKS_MAX)])
    .describe(
      prose(
        `Where tunnels lead: \`full\`, all traffic of the device to the whole Internet; 1 to ${ROUTED_NETWORKS_MAX}`,
        'networks of the Internet in CIDR notation, only traffic to these; `none`, only to the server. It takes',
        "effect when `server-config` has written the server's files again.",
      ),
    ),
}
