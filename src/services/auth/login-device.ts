import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { RecognisedBy } from '#domain/auth/login-devices/events.ts'
import { plainText } from '#values/text.ts'

export const DEVICE_ID_LENGTH_MAX = 128
export const device_id = plainText(DEVICE_ID_LENGTH_MAX).describe(
  `Your id of the device, 1 to ${DEVICE_ID_LENGTH_MAX} characters.`,
)

export type LoginOrigin = {
  device_id: string | null
  user_agent: string | null
  ip: string | null
}

/** Networks usually assign such a block to one site; within it a device's address changes daily. */
const IPV4_BITS = 24
const IPV6_BITS = 48

export function userAgentOf({ headers }: { headers: IncomingHttpHeaders }): { user_agent: string | null } {
  return { user_agent: headers['user-agent'] ?? null }
}

/** Identifies a device by its own id, else by user agent and network. */
export function deviceFingerprint({ device_id, user_agent, ip }: LoginOrigin): { how: RecognisedBy; text: string } {
  if (device_id !== null) return { how: 'device_id', text: `device_id\n${device_id}` }
  return { how: 'user_agent_and_network', text: `user_agent\n${networkOf(ip)}\n${withoutVersions(user_agent ?? '')}` }
}

/** Browsers and systems update every few weeks. */
function withoutVersions(user_agent: string): string {
  return user_agent.replace(/[\d._]+/g, '')
}

export function networkOf(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return ipaddr.IPv4.networkAddressFromCIDR(`${address}/${IPV4_BITS}`).toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_BITS}`).toString()
}
