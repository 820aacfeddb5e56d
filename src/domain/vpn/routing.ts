import type { ServerTerms, TunnelRouting } from './servers/events.ts'

/** Servers that were registered before there was a choice keep what they had. */
export function routingOf({ routing }: Pick<ServerTerms, 'routing'>): TunnelRouting {
  return routing ?? 'none'
}

/** Whether IPv6 packets enter the tunnel. */
export function routesIpv6(routing: TunnelRouting): boolean {
  return routing === 'full' || (routing !== 'none' && routing.some(network => network.includes(':')))
}
