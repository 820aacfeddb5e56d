import ipaddr from 'ipaddr.js'
import type { RiskLevel } from '#values/risk-levels.ts'
import RESOLVERS from './public-resolvers.json' with { type: 'json' }

/** The specification's four risk levels: the first row whose condition holds gives the level. */

export const SECURITIES = ['open', 'wep', 'wpa', 'wpa2', 'wpa3'] as const

export type DeviceNetwork = {
  /** WEP is broken within minutes, so it counts as no protection. */
  security: (typeof SECURITIES)[number]
  ssid: string | null
  is_public: boolean
  captive_portal: boolean
  dns_servers: readonly string[]
  arp_duplicate: boolean
  /** A certificate was presented that is not the site's. */
  ssl_intercepted: boolean
}

const hasPassword = ({ security }: DeviceNetwork) => security !== 'open' && security !== 'wep'
/** A network with a captive portal is public, whatever the device reports. */
const isPublic = ({ is_public, captive_portal }: DeviceNetwork) => is_public || captive_portal

export const SUSPICIONS = {
  ssl_intercepted: ({ ssl_intercepted }: DeviceNetwork) => ssl_intercepted,
  arp_duplicate: ({ arp_duplicate }: DeviceNetwork) => arp_duplicate,
  rogue_dns: ({ dns_servers }: DeviceNetwork) => dns_servers.some(isRogueResolver),
  look_alike_ssid: ({ ssid }: DeviceNetwork) => ssid !== null && isLookAlike(ssid),
} as const

const isSuspicious = (network: DeviceNetwork) => Object.values(SUSPICIONS).some(matches => matches(network))

type Row = { reason: string; when: (network: DeviceNetwork) => boolean; level: RiskLevel }

export const riskTable: readonly Row[] = [
  { reason: 'open_network', when: ({ security }) => security === 'open', level: 'critical' },
  { reason: 'broken_encryption', when: ({ security }) => security === 'wep', level: 'critical' },
  { reason: 'suspicious_public_network', when: network => isPublic(network) && isSuspicious(network), level: 'high' },
  {
    reason: 'public_network_with_password',
    when: network => isPublic(network) && hasPassword(network),
    level: 'medium',
  },
  {
    reason: 'private_network_with_password',
    when: network => !isPublic(network) && hasPassword(network),
    level: 'low',
  },
]

export function assessNetwork(network: DeviceNetwork) {
  const { reason, level } = riskTable.find(({ when }) => when(network))!
  const suspicions = Object.entries(SUSPICIONS).flatMap(([word, matches]) => (matches(network) ? [word] : []))
  return {
    risk_level: level,
    vpn_recommended: level !== 'low' || suspicions.length > 0,
    auto_connect: level === 'high' || level === 'critical',
    reasons: [reason, ...suspicions],
  }
}

/** Many networks assign these. */
const PUBLIC_RESOLVERS = new Set(
  RESOLVERS.flatMap(({ addresses }) => addresses.map(address => ipaddr.process(address).toString())),
)
const OWN_RANGES = new Set(['private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat'])

function isRogueResolver(address: string): boolean {
  if (!ipaddr.isValid(address)) return true
  const resolver = ipaddr.process(address)
  return !OWN_RANGES.has(resolver.range()) && !PUBLIC_RESOLVERS.has(resolver.toString())
}

const INVISIBLE = /[\u00ad\u200b-\u200f\u2028-\u202f\u2060-\u2064\ufeff]|^\s|\s$/u

function isLookAlike(ssid: string): boolean {
  const isMixed = /\p{Script=Latin}/u.test(ssid) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(ssid)
  return isMixed || INVISIBLE.test(ssid)
}
