import { randomUUID } from 'node:crypto'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import type { ServerTerms } from '#domain/vpn/servers/events.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import LOCATIONS from './demo-locations.json' with { type: 'json' }
import { registerServer } from './register-server.ts'

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

/** Safe to run in parallel. */
export async function seedServers(service: Pick<Service, 'execute' | 'now'>): Promise<void> {
  const last = DEMO_SERVERS.at(-1)!
  const { state } = await service.execute.load(servers, servers.id(last.id))
  if (state.status !== 'absent') return
  const request_id = newId('req')
  const actor = { sub: 'bootstrap', client_id: PLATFORM_CLIENT_ID, role: 'system' }
  const causation = { correlation_id: request_id, causation_id: null, now: service.now() }
  const register = (server: (typeof DEMO_SERVERS)[number]) =>
    registerServer(service, { actor, request_id, command_id: randomUUID(), ...causation }, server).catch(ignoreConflict)
  // The last server proves that all others exist.
  await Promise.all(DEMO_SERVERS.slice(0, -1).map(register))
  await register(last)
}

function ignoreConflict(error: unknown): void {
  if (!(error instanceof Rejection && error.code === 'CONFLICT')) throw error
}
