import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { createAgentAccount } from '#commands/auth/create-agent-account.ts'
import { ChangeServerBody, changeServer, changeServerErrors } from '#commands/vpn/change-server.ts'
import { RegisterServerBody, registerServer, registerServerErrors } from '#commands/vpn/register-server.ts'
import { routingOf } from '#domain/vpn/routing.ts'
import { noSuchServer, servers } from '#domain/vpn/servers/decider.ts'
import { SERVER_ID_MAX } from '#domain/vpn/servers/events.ts'
import type { Server } from '#domain/vpn/servers/state.ts'
import { type Api, contextOf } from '#http/api.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'
import { ServerParams, ServerResponse } from './schemas.ts'

const tags = ['vpn']
const vpnAdmin = { scope: 'vpn:admin', isPlatformOnly: true } as const

const registerServerOperation = {
  config: { ...vpnAdmin, errors: registerServerErrors },
  schema: {
    tags,
    operationId: 'registerVpnServer',
    summary: 'Register a server',
    description:
      'Registers a server, which devices may connect to at once. CONFLICT means that a server ever had this number.',
    body: RegisterServerBody,
    response: { 201: ServerResponse.describe('The server is registered.') },
  },
}

const changeServerOperation = {
  config: { ...vpnAdmin, errors: changeServerErrors },
  schema: {
    tags,
    operationId: 'changeVpnServer',
    summary: 'Change a server, or take it out of service',
    description: prose(
      'Changes the given fields; open sessions stay as they are. A server takes no new sessions in maintenance, or',
      'when its capacity is below its taken slots. Retired is final: CONFLICT then.',
    ),
    params: ServerParams,
    body: ChangeServerBody,
    response: { 200: ServerResponse },
  },
}

const NAME_LENGTH_MAX = 140

const CreateAgentBody = z.strictObject({
  name: plainText(NAME_LENGTH_MAX).describe(
    `A name for the machine in the list of service accounts, 1 to ${NAME_LENGTH_MAX} characters.`,
  ),
})

const CreateAgentResponse = z
  .object({
    service_account_id: z.string().describe("The agent's id among the service accounts, and in audit histories."),
    server_id: z.int().describe('The server whose sessions it sees and changes.'),
    email: z.string().describe('Its login name, which receives no mail.'),
    secret: z.string().describe('Its secret: 256 random bits, returned once and stored as a hash.'),
  })
  .meta({
    id: 'NewVpnAgent',
    description: "The login of a server's agent, with the secret, which is returned once.",
  })

const createAgentOperation = {
  config: { ...vpnAdmin, errors: ['VPN_004', 'CONFLICT'] },
  schema: {
    tags,
    operationId: 'createVpnAgent',
    summary: "Create a login for a server's agent",
    description: prose(
      'Creates a login for `npm run vpn-agent` on the machine of this server: it sees and changes the sessions of',
      'this server, of every client, and nothing else. Only this response contains the secret. The login is listed',
      "and revoked among the service accounts of the platform's own client; if the secret is lost, create another",
      'and revoke this one. CONFLICT means that the maximum number of service accounts exists.',
    ),
    params: ServerParams,
    body: CreateAgentBody,
    response: { 201: CreateAgentResponse.describe('The login, with its secret.') },
  },
} as const

export function vpnAdminRoutes(api: Api, service: VpnService): void {
  const assertServerExists = async ({ params }: FastifyRequest) => {
    const { state } = await service.execute.load(servers, servers.id(parseServerId(params as { id: string })))
    if (state.status === 'absent') throw noSuchServer()
  }
  const forServer = { preValidation: assertServerExists }

  api.post('/admin/vpn/servers', registerServerOperation, async (request, reply) => {
    const server = await registerServer(service, contextOf(request, service.now()), request.body)
    return reply.code(201).send(toServerResponse(request.body.id, server))
  })

  api.patch('/admin/vpn/servers/:id', { ...changeServerOperation, ...forServer }, async request => {
    const server_id = parseServerId(request.params)
    const server = await changeServer(service, contextOf(request, service.now()), { ...request.body, server_id })
    return toServerResponse(server_id, server)
  })

  api.post('/admin/vpn/servers/:id/agents', { ...createAgentOperation, ...forServer }, async (request, reply) => {
    const vpn_server_id = parseServerId(request.params)
    const { name } = request.body
    const created = await createAgentAccount(service, contextOf(request, service.now()), { name, vpn_server_id })
    return reply
      .code(201)
      .header('cache-control', 'no-store')
      .send({ ...created, server_id: vpn_server_id })
  })
}

export function parseServerId({ id }: { id: string }): number {
  const number = Number(id)
  if (!/^[1-9]\d*$/.test(id) || number > SERVER_ID_MAX) throw noSuchServer()
  return number
}

function toServerResponse(id: number, { terms, status, held }: Server) {
  return { id, ...terms, routing: routingOf(terms), status, used: held.size }
}
