import { isIP } from 'node:net'

const VERBS = ['add', 'remove', 'replace'] as const

/** One line: a verb and addresses; `replace` names all that stay. The response is `ok` or `error: <reason>`. */
export type FirewallRequest = { verb: (typeof VERBS)[number]; ipv4: string[]; ipv6: string[] }

/** Null for other lines. Only addresses get into nft's input. */
export function parseRequest(line: string): FirewallRequest | null {
  const [verb, ...addresses] = line.split(' ')
  const knownVerb = VERBS.find(one => one === verb)
  if (knownVerb === undefined || !addresses.every(address => isIP(address) !== 0 && !address.includes('%'))) return null
  const addressesOf = (version: number) => [...new Set(addresses.filter(address => isIP(address) === version))]
  return { verb: knownVerb, ipv4: addressesOf(4), ipv6: addressesOf(6) }
}
