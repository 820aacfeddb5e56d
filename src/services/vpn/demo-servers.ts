import type { ServerTerms } from '#domain/vpn/servers/events.ts'
import LOCATIONS from './demo-locations.json' with { type: 'json' }

const CAPACITY = 250

/** Addresses reserved for documentation (RFC 5737). A server keeps its number: add others at the end. */
export const DEMO_SERVERS: readonly (ServerTerms & { id: number })[] = LOCATIONS.flatMap(({ cities, ...country }) =>
  cities.map(city => ({ ...country, city })),
).map((location, index) => ({
  id: index + 1,
  name: `${location.city} 1`,
  ...location,
  ...{ ip: `198.51.100.${index + 1}`, port: 1_194, protocol: 'udp', capacity: CAPACITY, dns_servers: ['10.8.0.1'] },
}))
