import type { IncomingHttpHeaders } from 'node:http'
import ipaddr from 'ipaddr.js'
import type { RecognisedBy } from '#domain/auth/login-devices/events.ts'

/** What a login shows of where it comes from. */
export type LoginOrigin = {
  /** By the app's own word. */
  device_id: string | null
  user_agent: string | null
  ip: string | null
}

/** What an operator of networks gives to one site or one place, as a rule; within it a device's address changes from day to day. */
const IPV4_BITS = 24
const IPV6_BITS = 48

/** What sent a request, by its own word. */
export function userAgentOf({ headers }: { headers: IncomingHttpHeaders }): { user_agent: string | null } {
  return { user_agent: headers['user-agent'] ?? null }
}

/** By what the device of a login is known again, in a text that no other device has; a device's own id says more than where it is. */
export function deviceFingerprint({ device_id, user_agent, ip }: LoginOrigin): { how: RecognisedBy; text: string } {
  if (device_id !== null) return { how: 'device_id', text: `device_id\n${device_id}` }
  return { how: 'user_agent_and_network', text: `user_agent\n${networkOf(ip)}\n${withoutVersions(user_agent ?? '')}` }
}

/** Browsers and systems bring themselves up to date every few weeks: that is no other device. */
function withoutVersions(user_agent: string): string {
  return user_agent.replace(/[\d._]+/g, '')
}

/** The /24 network of an IPv4 address, the /48 network of an IPv6 one. */
export function networkOf(ip: string | null): string {
  if (ip === null || !ipaddr.isValid(ip)) return 'unknown'
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4) return ipaddr.IPv4.networkAddressFromCIDR(`${address}/${IPV4_BITS}`).toString()
  return ipaddr.IPv6.networkAddressFromCIDR(`${address}/${IPV6_BITS}`).toString()
}
