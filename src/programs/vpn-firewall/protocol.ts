import { isIP } from 'node:net'

const VERBS = ['add', 'remove', 'replace'] as const

/**
 * What the agent asks of the firewall: a verb and addresses in a line, separated by blanks. The answer is a line, `ok` or `error` with a reason,
 * in the order of the requests. `replace` names all addresses that are to stay.
 */
export type FirewallRequest = { verb: (typeof VERBS)[number]; ipv4: string[]; ipv6: string[] }

/** A line; null for every other line. Only addresses get into what nft reads. */
export function parseRequest(line: string): FirewallRequest | null {
  const [verb, ...addresses] = line.split(' ')
  const knownVerb = VERBS.find(one => one === verb)
  if (knownVerb === undefined || !addresses.every(address => isIP(address) !== 0 && !address.includes('%'))) return null
  const addressesOf = (version: number) => [...new Set(addresses.filter(address => isIP(address) === version))]
  return { verb: knownVerb, ipv4: addressesOf(4), ipv6: addressesOf(6) }
}
