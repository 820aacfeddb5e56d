import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { AdmitTunnelBody, admitTunnel, admitTunnelErrors } from '#commands/vpn/admit-tunnel.ts'
import { ReportTunnelsBody, reportTunnels, TUNNELS_MAX } from '#commands/vpn/report-tunnels.ts'
import { minute, planOf } from '#edge/rate-limits/plans.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertServerAgent } from '#services/vpn/access-assertions.ts'
import { session_id } from '#services/vpn/request-fields.ts'
import { LONG_POLL_MS } from '#services/vpn/session-ends.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { timestamp } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { parseServerId } from './admin-routes.ts'
import { ServerParams } from './schemas.ts'

/** A thousand servers with a request per second each; agents do not count against a client's plan. */
const AGENT_LIMIT = { name: 'vpn-agent', plan: planOf(minute(60_000)) } as const
const vpnAgent = { scope: 'vpn:agent', limit: AGENT_LIMIT, errors: ['VPN_004'] } as const
const tags = ['vpn']
const ONLY_AGENT = 'VPN_004 means that the caller is not the agent of this server.'

const AdmitTunnelResponse = z.object({
  session_id: z.string().describe('The session, which may have a tunnel.'),
  dns_servers: z.array(z.string()).describe("The client's resolvers."),
  expires_at: timestamp('When the credentials end'),
})

const WatchTunnelsBody = z.object({
  sessions: z.array(session_id).min(1).max(TUNNELS_MAX).describe('The sessions that have a tunnel.'),
})

const EndedSessionsResponse = z.object({
  ended: z
    .array(z.string())
    .describe('The given sessions that are over, or belong to another server: end their tunnels.'),
})

const admitTunnelOperation = {
  config: { ...vpnAgent, errors: admitTunnelErrors },
  schema: {
    tags,
    operationId: 'admitVpnTunnel',
    summary: 'Check whether a client may have a tunnel',
    description: prose(
      "Called by the server's agent when a client connects, and at each renewal of its keys. VPN_005 means that it",
      `may not: the password is wrong, or the session is over, unknown, or of another server. ${ONLY_AGENT}`,
    ),
    params: ServerParams,
    body: AdmitTunnelBody,
    response: { 200: AdmitTunnelResponse.describe('The client may have its tunnel.') },
  },
}

const reportTunnelsOperation = {
  config: vpnAgent,
  schema: {
    tags,
    operationId: 'reportVpnTunnels',
    summary: 'Report tunnels',
    description: prose(
      'Reports which tunnels of the server are up, which makes their sessions connected, and their traffic. It',
      "neither extends a session nor ends it with its tunnel: only the device's heartbeats do. Repeating it changes",
      `nothing. ${ONLY_AGENT}`,
    ),
    params: ServerParams,
    body: ReportTunnelsBody,
    response: { 200: EndedSessionsResponse.describe('The report is stored; with the sessions that are over.') },
  },
}

const watchSessionsOperation = {
  config: vpnAgent,
  schema: {
    tags,
    operationId: 'watchVpnSessions',
    summary: 'Wait until a session ends',
    description: prose(
      'Responds as soon as one of the sessions is over, immediately if one is already, and with an empty list after',
      `${LONG_POLL_MS / 1_000} seconds: then call it again. ${ONLY_AGENT}`,
    ),
    params: ServerParams,
    body: WatchTunnelsBody,
    response: { 200: EndedSessionsResponse.describe('The sessions that are over.') },
  },
}

export function vpnAgentRoutes(api: Api, service: VpnService): void {
  const preValidation = async ({ caller, params }: FastifyRequest) =>
    assertServerAgent(service, caller, parseServerId(params as { id: string }))

  // Waiting requests are answered at once when the process ends.
  api.addHook('preClose', () => service.sessionEnds.stop())

  api.post('/vpn/servers/:id/agent/admit', { ...admitTunnelOperation, preValidation }, async ({ params, body }) =>
    admitTunnel(service, { ...body, server_id: parseServerId(params) }),
  )

  api.post('/vpn/servers/:id/agent/report', { ...reportTunnelsOperation, preValidation }, async request => {
    const report = { ...request.body, server_id: parseServerId(request.params) }
    return { ended: await reportTunnels(service, contextOf(request, service.now()), report) }
  })

  api.post(
    '/vpn/servers/:id/agent/watch',
    { ...watchSessionsOperation, preValidation },
    async ({ params, body: { sessions } }, reply) => {
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort())
      // Before the leases are read, so that no end is missed in between.
      const ends = service.sessionEnds.waitForEnd(sessions, LONG_POLL_MS, closed.signal)
      const ended = await service.leases.listEnded(parseServerId(params), sessions)
      if (ended.length === 0) return { ended: await ends }
      closed.abort()
      return { ended: [...ended] }
    },
  )
}
