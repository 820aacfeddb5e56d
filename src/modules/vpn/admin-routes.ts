import type { FastifyRequest } from 'fastify'
import { createAgentAccount } from '#commands/auth/create-service-account.ts'
import { ChangeServerBody, changeServer } from '#commands/vpn/change-server.ts'
import { RegisterServerBody, registerServer } from '#commands/vpn/register-server.ts'
import { assertPlatformCaller } from '#domain/auth/platform.ts'
import { routingOf } from '#domain/vpn/routing.ts'
import { noSuchServer, type Server, servers } from '#domain/vpn/servers/decider.ts'
import { SERVER_ID_MAX } from '#domain/vpn/servers/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { CreateAgentBody, CreateAgentResponse } from './agent-schemas.ts'
import { ServerParams, ServerResponse } from './schemas.ts'

export function vpnAdminRoutes(api: Api, service: VpnService): void {
  const described = { tags: ['vpn'] }
  const config = { scope: 'vpn:admin' } as const
  const assertPlatformAdmin = async ({ caller }: FastifyRequest) => assertPlatformCaller(caller)
  const assertServerExists = async ({ params }: FastifyRequest) => {
    const { state } = await service.execute.load(servers, servers.id(parseServerId(params as { id: string })))
    if (state.status === 'absent') throw noSuchServer()
  }

  api.post(
    '/admin/vpn/servers',
    {
      config: { ...config, errors: ['CONFLICT'] },
      preValidation: assertPlatformAdmin,
      schema: {
        ...described,
        operationId: 'registerVpnServer',
        summary: 'Register a server',
        description:
          "Makes a server known, which devices may connect to at once. CONFLICT means that one ever had this number. Only administrators of the platform's own client may do this, others get AUTH_003.",
        body: RegisterServerBody,
        response: { 201: ServerResponse.describe('The server is registered.') },
      },
    },
    async (request, reply) => {
      const server = await registerServer(service, contextOf(request, service.now()), request.body)
      return reply.code(201).send(toServerResponse(request.body.id, server))
    },
  )

  api.patch(
    '/admin/vpn/servers/:id',
    {
      config: { ...config, errors: ['VPN_004', 'CONFLICT'] },
      preValidation: [assertPlatformAdmin, assertServerExists],
      schema: {
        ...described,
        operationId: 'changeVpnServer',
        summary: 'Change a server, or take it out of service',
        description:
          "Changes what the body names and leaves the rest; sessions that are open stay as they are. In maintenance a server takes no new ones, and neither does one whose capacity was set below what it holds. Retired is for good: CONFLICT then. Only administrators of the platform's own client may do this, others get AUTH_003.",
        params: ServerParams,
        body: ChangeServerBody,
        response: { 200: ServerResponse },
      },
    },
    async request => {
      const id = parseServerId(request.params)
      return toServerResponse(id, await changeServer(service, contextOf(request, service.now()), id, request.body))
    },
  )

  api.post(
    '/admin/vpn/servers/:id/agents',
    {
      config: { ...config, errors: ['VPN_004', 'CONFLICT'] },
      preValidation: [assertPlatformAdmin, assertServerExists],
      schema: {
        ...described,
        operationId: 'createVpnAgent',
        summary: "Give a server's agent a login",
        description:
          "Makes a login for `npm run vpn-agent` beside this server: it sees and changes the sessions of this server, of every client, and nothing else. The secret is in this answer alone. It is listed and revoked among the service accounts of the platform's own client; who lost the secret makes another and revokes this one. CONFLICT means that there are as many service accounts as there may be. Only administrators of the platform's own client may do this, others get AUTH_003.",
        params: ServerParams,
        body: CreateAgentBody,
        response: { 201: CreateAgentResponse.describe('The login, with its secret.') },
      },
    },
    async (request, reply) => {
      const vpn_server_id = parseServerId(request.params)
      const { name } = request.body
      const created = await createAgentAccount(service, contextOf(request, service.now()), { name, vpn_server_id })
      return reply
        .code(201)
        .header('cache-control', 'no-store')
        .send({ ...created, server_id: vpn_server_id })
    },
  )
}

/** Errors: VPN_004. */
export function parseServerId({ id }: { id: string }): number {
  const number = Number(id)
  if (!/^[1-9]\d*$/.test(id) || number > SERVER_ID_MAX) throw noSuchServer()
  return number
}

function toServerResponse(id: number, { terms, status, held }: Server) {
  return { id, ...terms, routing: routingOf(terms), status, used: held.size }
}
