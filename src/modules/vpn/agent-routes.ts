import type { FastifyRequest } from 'fastify'
import { admitTunnel } from '#commands/vpn/admit-tunnel.ts'
import { reportTunnels } from '#commands/vpn/report-tunnels.ts'
import { minute, planOf } from '#edge/rate-limits/plans.ts'
import { type Api, contextOf } from '#http/api.ts'
import { assertServerAgent } from '#services/vpn/assert-server-agent.ts'
import { LONG_POLL_MS } from '#services/vpn/session-ends.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { parseServerId } from './admin-routes.ts'
import {
  AdmitTunnelBody,
  AdmitTunnelResponse,
  EndedSessionsResponse,
  ReportTunnelsBody,
  WatchTunnelsBody,
} from './agent-schemas.ts'
import { ServerParams } from './schemas.ts'

/** A thousand servers with a request per second each; agents do not count against a client's plan. */
const AGENT_LIMIT = { name: 'vpn-agent', plan: planOf(minute(60_000)) } as const

/** An agent sees and changes the sessions of its own server. */
export function vpnAgentRoutes(api: Api, service: VpnService): void {
  const described = { tags: ['vpn'] }
  const config = { scope: 'vpn:agent', limit: AGENT_LIMIT, errors: ['VPN_004'] } as const
  const assertAgent = async ({ caller, params }: FastifyRequest) =>
    assertServerAgent(service, caller, parseServerId(params as { id: string }))

  // Waiting requests are answered at once when the process ends.
  api.addHook('preClose', () => service.sessionEnds.stop())

  api.post(
    '/vpn/servers/:id/agent/admit',
    {
      config: { ...config, errors: ['VPN_004', 'VPN_005'] },
      preValidation: assertAgent,
      schema: {
        ...described,
        operationId: 'admitVpnTunnel',
        summary: 'Whether a client may have a tunnel',
        description:
          "Asked by the server's agent when a client connects, and each time that its keys are renewed. VPN_005 means that it may not: the password is wrong, or the session is over, of another server, or was never there. VPN_004 means that the caller is not the agent of this server.",
        params: ServerParams,
        body: AdmitTunnelBody,
        response: { 200: AdmitTunnelResponse.describe('The client may have its tunnel.') },
      },
    },
    async request => admitTunnel(service, parseServerId(request.params), request.body),
  )

  api.post(
    '/vpn/servers/:id/agent/report',
    {
      config,
      preValidation: assertAgent,
      schema: {
        ...described,
        operationId: 'reportVpnTunnels',
        summary: 'Tell of tunnels',
        description:
          "Tells which tunnels of the server are up, by which their sessions are connected, and what they carried. A session does not live longer by it, and does not end with its tunnel: that is its device's to say. Repeating it changes nothing. VPN_004 means that the caller is not the agent of this server.",
        params: ServerParams,
        body: ReportTunnelsBody,
        response: { 200: EndedSessionsResponse.describe('Taken; with what is to end.') },
      },
    },
    async request => {
      const { params, body } = request
      const ended = await reportTunnels(service, contextOf(request, service.now()), parseServerId(params), body)
      return { ended }
    },
  )

  api.post(
    '/vpn/servers/:id/agent/watch',
    {
      config,
      preValidation: assertAgent,
      schema: {
        ...described,
        operationId: 'watchVpnSessions',
        summary: 'Wait until a session ends',
        description: `Answers as soon as one of the sessions is over, at once if one is already, and with none after ${LONG_POLL_MS / 1_000} seconds: then ask again. VPN_004 means that the caller is not the agent of this server.`,
        params: ServerParams,
        body: WatchTunnelsBody,
        response: { 200: EndedSessionsResponse.describe('What is to end.') },
      },
    },
    async ({ params, body: { sessions } }, reply) => {
      const closed = new AbortController()
      reply.raw.once('close', () => closed.abort())
      // Before the leases are read, so that no end is missed in between.
      const ends = service.sessionEnds.waitForEnd(sessions, LONG_POLL_MS, closed.signal)
      const ended = await service.leases.listEnded(parseServerId(params), sessions)
      if (ended.length > 0) {
        closed.abort()
        return { ended: [...ended] }
      }
      return { ended: await ends }
    },
  )
}
