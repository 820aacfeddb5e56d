import type { ServerTerms } from '#domain/vpn/servers/events.ts'

const LOCATIONS: readonly (readonly [string, string, ...string[]])[] = [
  ['Argentina', 'AR', 'Buenos Aires'],
  ['Australia', 'AU', 'Sydney', 'Melbourne'],
  ['Austria', 'AT', 'Vienna'],
  ['Belgium', 'BE', 'Brussels'],
  ['Brazil', 'BR', 'São Paulo', 'Rio de Janeiro'],
  ['Bulgaria', 'BG', 'Sofia'],
  ['Canada', 'CA', 'Toronto', 'Montréal', 'Vancouver'],
  ['Chile', 'CL', 'Santiago'],
  ['Colombia', 'CO', 'Bogotá'],
  ['Czechia', 'CZ', 'Prague'],
  ['Denmark', 'DK', 'Copenhagen'],
  ['Estonia', 'EE', 'Tallinn'],
  ['Finland', 'FI', 'Helsinki'],
  ['France', 'FR', 'Paris', 'Marseille'],
  ['Germany', 'DE', 'Frankfurt', 'Berlin'],
  ['Greece', 'GR', 'Athens'],
  ['Hungary', 'HU', 'Budapest'],
  ['Iceland', 'IS', 'Reykjavík'],
  ['Ireland', 'IE', 'Dublin'],
  ['Italy', 'IT', 'Milan', 'Rome'],
  ['Japan', 'JP', 'Tokyo', 'Osaka'],
  ['Mexico', 'MX', 'Querétaro'],
  ['Netherlands', 'NL', 'Amsterdam'],
  ['New Zealand', 'NZ', 'Auckland'],
  ['Norway', 'NO', 'Oslo'],
  ['Poland', 'PL', 'Warsaw'],
  ['Portugal', 'PT', 'Lisbon'],
  ['Romania', 'RO', 'Bucharest'],
  ['Singapore', 'SG', 'Singapore'],
  ['South Africa', 'ZA', 'Johannesburg'],
  ['Spain', 'ES', 'Madrid', 'Barcelona'],
  ['Sweden', 'SE', 'Stockholm'],
  ['Switzerland', 'CH', 'Zürich'],
  ['United Kingdom', 'GB', 'London', 'Manchester'],
  ['United States', 'US', 'New York', 'Chicago', 'Los Angeles'],
]

const CAPACITY = 250

/** Addresses reserved for documentation (RFC 5737). A server keeps its number: add others at the end. */
export const DEMO_SERVERS: readonly (ServerTerms & { id: number })[] = LOCATIONS.flatMap(
  ([country, country_code, ...cities]) => cities.map(city => ({ country, country_code, city })),
).map((location, index) => ({
  id: index + 1,
  name: `${location.city} 1`,
  ...location,
  ...{ ip: `198.51.100.${index + 1}`, port: 1_194, protocol: 'udp', capacity: CAPACITY, dns_servers: ['10.8.0.1'] },
}))
