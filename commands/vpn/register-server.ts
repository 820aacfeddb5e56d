import { z } from 'zod'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { servers } from '#domain/vpn/servers/decider.ts'
import type { ServerTerms } from '#domain/vpn/servers/events.ts'
import type { Server } from '#domain/vpn/servers/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { server_id, Terms } from '#services/vpn/request-fields.ts'
import type { ErrorCode } from '#values/errors.ts'

const DNS_SERVERS_DEFAULT = ['10.8.0.1']

export const RegisterServerBody = z.strictObject({
  id: server_id.describe('The number of the server, which no other server ever had.'),
  ...Terms,
  protocol: Terms.protocol.default('udp'),
  port: Terms.port.default(1_194),
  dns_servers: Terms.dns_servers.default(DNS_SERVERS_DEFAULT),
  routing: Terms.routing.default('full'),
})

export const registerServerErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

/** CONFLICT when a server ever had this number. */
export async function registerServer(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { id, ...terms }: ServerTerms & { id: number },
): Promise<Server> {
  const register = { type: 'register', client_id: PLATFORM_CLIENT_ID, terms } as const
  const { state } = await execute.run(servers, servers.id(id), register, context, { expectNoStream: true })
  return state as Server
}
