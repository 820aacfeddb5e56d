import type { FastifyRequest } from 'fastify'
import { changeServer } from '#commands/vpn/change-server.ts'
import { ChangeServerBody, RegisterServerBody } from '#commands/vpn/input.ts'
import { registerServer } from '#commands/vpn/register-server.ts'
import { mustRunPlatform } from '#domain/auth/platform.ts'
import { noSuchServer, type Server, servers } from '#domain/vpn/servers/decider.ts'
import { SERVER_ID_MAX } from '#domain/vpn/servers/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { ServerParams, ServerRecord } from './schemas.ts'
import type { VpnService } from './vpn-service.ts'

/** Servers are the platform's: only its administrators change them. */
export function vpnAdminRoutes(api: Api, service: VpnService): void {
  const described = { tags: ['vpn'] }
  const config = { scope: 'vpn:admin' } as const
  const mustRun = async ({ caller }: FastifyRequest) => mustRunPlatform(caller)
  const mustExist = async ({ params }: FastifyRequest) => {
    const { state } = await service.execute.load(servers, servers.id(idOf(params as { id: string })))
    if (state.status === 'absent') throw noSuchServer()
  }

  api.post(
    '/admin/vpn/servers',
    {
      config: { ...config, errors: ['CONFLICT'] },
      preValidation: mustRun,
      schema: {
        ...described,
        operationId: 'registerVpnServer',
        summary: 'Register a server',
        description:
          "Makes a server known, which devices may connect to at once. CONFLICT means that one ever had this number. Only administrators of the platform's own client may do this, others get AUTH_003.",
        body: RegisterServerBody,
        response: { 201: ServerRecord.describe('The server is registered.') },
      },
    },
    async (request, reply) => {
      const server = await registerServer(service, contextOf(request, service.now()), request.body)
      return reply.code(201).send(recordOf(request.body.id, server))
    },
  )

  api.patch(
    '/admin/vpn/servers/:id',
    {
      config: { ...config, errors: ['VPN_004', 'CONFLICT'] },
      preValidation: [mustRun, mustExist],
      schema: {
        ...described,
        operationId: 'changeVpnServer',
        summary: 'Change a server, or take it out of service',
        description:
          "Changes what the body names and leaves the rest; sessions that are open stay as they are. In maintenance a server takes no new ones, and neither does one whose capacity was set below what it holds. Retired is for good: CONFLICT then. Only administrators of the platform's own client may do this, others get AUTH_003.",
        params: ServerParams,
        body: ChangeServerBody,
        response: { 200: ServerRecord },
      },
    },
    async request => {
      const id = idOf(request.params)
      return recordOf(id, await changeServer(service, contextOf(request, service.now()), id, request.body))
    },
  )
}

/** Errors: VPN_004 for what is no number of a server. */
function idOf({ id }: { id: string }): number {
  const number = Number(id)
  if (!/^[1-9]\d*$/.test(id) || number > SERVER_ID_MAX) throw noSuchServer()
  return number
}

function recordOf(id: number, { terms, status, held }: Server) {
  return { id, ...terms, status, used: held.size }
}
