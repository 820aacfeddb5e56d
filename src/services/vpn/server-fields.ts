import { isIP } from 'node:net'
import { z } from 'zod'
import { PROTOCOLS, SERVER_ID_MAX } from '#domain/vpn/servers/events.ts'
import { isGlobalNetwork } from '#domain/vpn/special-networks.ts'
import { plainText } from '#values/text.ts'

const NAME_LENGTH_MAX = 100
/** Bounds the slots that a starting process reads. */
export const CAPACITY_MAX = 5_000
const DNS_SERVERS_MAX = 8
const ROUTED_NETWORKS_MAX = 64

const ipAddress = z
  .string()
  .max(45)
  .refine(text => isIP(text) !== 0 && !text.includes('%'), 'must be an IPv4 or IPv6 address')

const globalNetwork = z
  .string()
  .max(49)
  .refine(isGlobalNetwork, 'must be a network of global addresses in CIDR notation such as 9.9.9.0/24 or 2620:fe::/48')

export const server_id = z
  .int()
  .min(1)
  .max(SERVER_ID_MAX)
  .describe('The number of the server, as the list of servers has it.')

export const Terms = {
  name: plainText(NAME_LENGTH_MAX).describe('What people call the server, 1 to 100 characters.'),
  country: plainText(NAME_LENGTH_MAX).describe('The country it stands in, by its name.'),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two upper-case letters')
    .describe('ISO 3166-1 code of the country, two upper-case letters.'),
  city: plainText(NAME_LENGTH_MAX).describe('The city it stands in.'),
  ip: ipAddress.describe('Where clients find it: an IPv4 or IPv6 address.'),
  port: z.int().min(1).max(65_535).describe('The port that it listens on, 1 to 65,535.'),
  protocol: z.enum(PROTOCOLS).describe('What tunnels are carried by.'),
  capacity: z.int().min(1).max(CAPACITY_MAX).describe('Sessions that it has room for at the same time, 1 to 5,000.'),
  dns_servers: z
    .array(ipAddress)
    .max(DNS_SERVERS_MAX)
    .describe('What clients ask for names while they are connected: up to 8 addresses.'),
  routing: z
    .union([z.enum(['full', 'none']), z.array(globalNetwork).min(1).max(ROUTED_NETWORKS_MAX)])
    .describe(
      `Where tunnels lead: \`full\`, all traffic of the device to the whole Internet; 1 to ${ROUTED_NETWORKS_MAX} networks of the Internet in CIDR notation, traffic to these only; \`none\`, no further than the server. It takes effect when \`server-config\` has written the server's files again.`,
    ),
}
