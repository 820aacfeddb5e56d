import ipaddr from 'ipaddr.js'
import { isActive, type ListEntry, type ListState } from './decider.ts'
import type { ListKind } from './events.ts'

export type ListMatch = Readonly<Record<Exclude<ListKind, 'ip_range'> | 'ip', string | null>>

type Range = { entry: ListEntry; cidr: ReturnType<typeof ipaddr.parseCIDR> }
type Index = { byValue: ReadonlyMap<string, readonly ListEntry[]>; ranges: readonly Range[] }

const indexes = new WeakMap<ListState, Index>()

/** Active entries that name the transaction, in order of addition. */
export function matchEntries(state: ListState, listed: ListMatch, now: Date): ListEntry[] {
  const { byValue, ranges } = indexes.get(state) ?? buildIndex(state)
  const { ip, ...values } = listed
  const named = Object.entries(values).flatMap(([kind, value]) =>
    value === null ? [] : (byValue.get(keyOf(kind, value)) ?? []),
  )
  const address = ip !== null && ipaddr.isValid(ip) ? ipaddr.process(ip) : null
  const within = ranges.filter(({ cidr }) => address?.kind() === cidr[0].kind() && address.match(cidr))
  return [...named, ...within.map(({ entry }) => entry)].filter(entry => isActive(entry, now))
}

function buildIndex(state: ListState): Index {
  const entries = [...state.values()]
  const ranges = entries
    .filter(({ kind }) => kind === 'ip_range')
    .map(entry => ({ entry, cidr: ipaddr.parseCIDR(entry.value) }))
  const index = { byValue: Map.groupBy(entries, ({ kind, value }) => keyOf(kind, value)), ranges }
  indexes.set(state, index)
  return index
}

function keyOf(kind: string, value: string): string {
  return `${kind} ${value}`
}

const MAPPED_BITS = 96

/** The range in CIDR form with its network address; null if the text is neither an address nor a range. */
export function rangeOf(text: string): string | null {
  const cidr = text.includes('/') ? text : `${text}/${text.includes(':') ? 128 : 32}`
  if (!ipaddr.isValidCIDR(cidr)) return null
  const [address, bits] = ipaddr.parseCIDR(cidr)
  // Addresses of transactions are compared as IPv4 in this form too (RFC 4291, section 2.5.5.2).
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= MAPPED_BITS)
    return rangeOf(`${address.toIPv4Address().toString()}/${bits - MAPPED_BITS}`)
  if (address.kind() === 'ipv6') return `${ipaddr.IPv6.networkAddressFromCIDR(cidr).toString()}/${bits}`
  // Parsers disagree on 10.1/16 and 010.0.0.1 (octal, or filled up).
  return ipaddr.IPv4.isValidFourPartDecimal(cidr.slice(0, cidr.indexOf('/')))
    ? `${ipaddr.IPv4.networkAddressFromCIDR(cidr).toString()}/${bits}`
    : null
}
