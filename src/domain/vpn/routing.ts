import type { ServerTerms, TunnelRouting } from './servers/events.ts'

/** Servers that were registered before `routing` existed have none. */
export function routingOf({ routing }: Pick<ServerTerms, 'routing'>): TunnelRouting {
  return routing ?? 'none'
}

export function routesIpv6(routing: TunnelRouting): boolean {
  return routing === 'full' || (routing !== 'none' && routing.some(network => network.includes(':')))
}
