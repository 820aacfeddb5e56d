import { isIP } from 'node:net'
import { z } from 'zod'
import { PROTOCOLS, SERVER_ID_MAX } from '#domain/vpn/servers/events.ts'
import { isGlobalNetwork } from '#domain/vpn/special-networks.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const WORD_LENGTH_MAX = 64
const NAME_LENGTH_MAX = 100
/** A server's sessions are read at a start, so that there is a limit to them. */
export const CAPACITY_MAX = 5_000
const DNS_SERVERS_MAX = 8
const ROUTED_NETWORKS_MAX = 64
/** 2^50: more than any tunnel carries in a day, and exact in JSON. */
const BYTES_MAX = 1_125_899_906_842_624

const word = (what: string) =>
  plainText(WORD_LENGTH_MAX)
    .nullish()
    .transform(text => text ?? null)
    .describe(`${what}, 1 to ${WORD_LENGTH_MAX} characters; null or left out when not known.`)

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

export const session_id = plainText(ID_LENGTH_MAX).describe('The session, `vps_` and a UUID.')

export const ConnectBody = z.object({
  user_id: plainText(ID_LENGTH_MAX).describe(
    "Whose session it is: the token's own user, or with the scope `vpn:use:any` any user of the client by the client's own id, 1 to 128 characters.",
  ),
  server_id,
  device_info: z
    .object({
      device_id: plainText(ID_LENGTH_MAX).describe(
        'The device, by an id that stays the same, 1 to 128 characters; it has one session at a time.',
      ),
      device_type: word('What kind of device it is'),
      platform: word('What it runs'),
      app_version: word('The version of the app'),
    })
    .describe('The device that connects.'),
})
export type ConnectBody = z.output<typeof ConnectBody>

export const DisconnectBody = z.object({ session_id })

const bytes = (what: string) =>
  z
    .int()
    .min(0)
    .max(BYTES_MAX)
    .nullish()
    .transform(n => n ?? null)
    .describe(`${what} so far, in bytes; left out when not known.`)

export const HeartbeatBody = z.object({
  session_id,
  bytes_in: bytes('What came through the tunnel'),
  bytes_out: bytes('What went through the tunnel'),
})
export type HeartbeatBody = z.output<typeof HeartbeatBody>

const Terms = {
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

const DNS_SERVERS_DEFAULT = ['10.8.0.1']

export const RegisterServerBody = z.strictObject({
  id: server_id.describe('The number of the server, one that no other ever had.'),
  ...Terms,
  protocol: Terms.protocol.default('udp'),
  port: Terms.port.default(1_194),
  dns_servers: Terms.dns_servers.default(DNS_SERVERS_DEFAULT),
  routing: Terms.routing.default('full'),
})

export const ChangeServerBody = z
  .strictObject({
    ...Terms,
    status: z
      .enum(['online', 'maintenance', 'retired'])
      .describe('In maintenance it takes no new sessions; retired is for good, and nobody is shown it any more.'),
  })
  .partial()
  .refine(body => Object.keys(body).length > 0, 'must name what is to change')
export type ChangeServerBody = z.output<typeof ChangeServerBody>
