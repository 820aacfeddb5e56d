import type { Routing, ServerTerms } from './servers/events.ts'

/** Servers that were registered before there was a choice keep what they had. */
export function routingOf({ routing }: Pick<ServerTerms, 'routing'>): Routing {
  return routing ?? 'none'
}

/** Whether IPv6 packets enter the tunnel. */
export function routesIpv6(routing: Routing): boolean {
  return routing === 'full' || (routing !== 'none' && routing.some(network => network.includes(':')))
}
