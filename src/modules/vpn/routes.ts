import type { FastifyRequest } from 'fastify'
import { ConnectBody, connect, type VpnConnection } from '#commands/vpn/connect.ts'
import { DisconnectBody, disconnect } from '#commands/vpn/disconnect.ts'
import { HeartbeatBody, heartbeat } from '#commands/vpn/heartbeat.ts'
import { revokeSession } from '#commands/vpn/revoke-session.ts'
import { assessNetwork } from '#domain/vpn/network.ts'
import { minute, planOf } from '#edge/rate-limits/plans.ts'
import { type Api, type Caller, contextOf } from '#http/api.ts'
import { ListServersQuery, listServers } from '#queries/vpn/list-servers.ts'
import { ListSessionHistoryQuery, listSessionHistory } from '#queries/vpn/list-session-history.ts'
import { FIRST_LEASE_S, HEARTBEAT_S, type LiveLease } from '#services/vpn/leases.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { Rejection } from '#values/errors.ts'
import {
  CheckNetworkBody,
  CheckNetworkResponse,
  ConnectResponse,
  DisconnectResponse,
  HeartbeatResponse,
  ListHistoryResponse,
  ListServersResponse,
  ListSessionsQuery,
  ListSessionsResponse,
  RevokeResponse,
  SessionParams,
} from './schemas.ts'

const vpnUse = { scope: 'vpn:use' } as const
const described = { tags: ['vpn'] }

/** Two heartbeats a minute of 100,000 devices, three times. They do not count against the client's plan. */
const HEARTBEAT_LIMIT = { name: 'vpn-heartbeat', plan: planOf(minute(600_000)) } as const

/** The user whose sessions a caller may access; null: all users of the client. */
function userScopeOf({ sub, scopes }: Caller): string | null {
  return scopes.includes('vpn:use:any') ? null : sub
}

/** Errors: AUTH_003 for another user's sessions. */
function assertOwnUser(caller: Caller, user_id: string | undefined): void {
  const scope = userScopeOf(caller)
  if (user_id !== undefined && scope !== null && user_id !== scope)
    throw new Rejection('AUTH_003', { required_scope: 'vpn:use:any' })
}

/** What routes can't keep inside the tunnel; see src/programs/vpn/README.md. */
const KILL_SWITCH =
  "Where the server's `routing` is `full`, nothing of the device leaves beside the tunnel while its OpenVPN runs, also while the server is away. What is sent before that and after that, and what routes of a hostile network draw out, the platform's kill switch must stop: on iOS and macOS `includeAllNetworks`, `enforceRoutes` and an on-demand rule; on Android always-on VPN with \"Block connections without VPN\" (`isLockdownEnabled()` says whether); on Windows filters of the Windows Filtering Platform, on Linux an nftables `output` chain that drops, both of which let through the server's address and port and the tunnel's device alone."

/** The specification's "VPN module", with the ends of sessions that it leaves open. */
export function vpnRoutes(api: Api, service: VpnService): void {
  const context = (request: FastifyRequest) => contextOf(request, service.now())

  api.get(
    '/vpn/servers',
    {
      config: vpnUse,
      schema: {
        ...described,
        operationId: 'listVpnServers',
        summary: 'Servers to connect to',
        description:
          'Lists all servers with how much of each is in use, and marks those that are recommended: the least used that are online. What is in use is behind by well below a second.',
        querystring: ListServersQuery,
        response: { 200: ListServersResponse.describe('The servers.') },
      },
    },
    async request => listServers(service.db, request.query),
  )

  api.post(
    '/vpn/connect',
    {
      config: {
        ...vpnUse,
        errors: ['VPN_001', 'VPN_002', 'VPN_003', 'VPN_004', 'VPN_006', 'VPN_008', 'CONFLICT'],
      },
      schema: {
        ...described,
        operationId: 'connectVpn',
        summary: 'Give a device a session on a server',
        description: `Takes one of the user's two slots and one of the server's, and answers with credentials and the text that an OpenVPN client connects with. The password is told once: a device whose answer was lost gets VPN_006 with \`details.session_id\`, ends that session and connects anew. A session lives as long as its device says so: within ${FIRST_LEASE_S} seconds for the first time, then every ${HEARTBEAT_S} seconds. VPN_001 names the user's sessions in \`details.active_sessions\`, and in \`Retry-After\` when the first of them ends unless it goes on; VPN_002 names other servers in \`details.alternatives\`. CONFLICT means that the session was revoked while it was opened. ${KILL_SWITCH}`,
        body: ConnectBody,
        response: { 200: ConnectResponse.describe('The session, with what the device connects with.') },
      },
    },
    async request => {
      assertOwnUser(request.caller, request.body.user_id)
      return toConnectResponse(await connect(service, context(request), { ...request.body, sid: request.caller.sid }))
    },
  )

  api.post(
    '/vpn/disconnect',
    {
      config: { ...vpnUse, errors: ['VPN_005'] },
      schema: {
        ...described,
        operationId: 'disconnectVpn',
        summary: 'End a session',
        description:
          'Ends a session; its slots are free when this is answered. VPN_005 means that it is over already, or somebody else’s.',
        body: DisconnectBody,
        response: { 200: DisconnectResponse.describe('The session is over.') },
      },
    },
    async request => {
      const { session_id } = request.body
      await disconnect(service, context(request), { session_id, user_id: userScopeOf(request.caller) })
      return { session_id, status: 'disconnected' as const }
    },
  )

  api.post(
    '/vpn/heartbeat',
    {
      config: { ...vpnUse, limit: HEARTBEAT_LIMIT, errors: ['VPN_005', 'VPN_007'] },
      schema: {
        ...described,
        operationId: 'heartbeatVpn',
        summary: 'Say that a session lives',
        description: `Lets the session go on for three times ${HEARTBEAT_S} seconds from now, at most until its credentials end; repeating it is harmless. It does not count against the client's plan. VPN_007 means that it came too late: the session is over, connect anew. After a minute and a half that is VPN_005, as for every session that is over.`,
        body: HeartbeatBody,
        response: { 200: HeartbeatResponse.describe('The session goes on.') },
      },
    },
    async request => {
      const params = { ...request.body, user_id: userScopeOf(request.caller) }
      const { lease_until } = await heartbeat(service, context(request), params)
      return {
        session_id: params.session_id,
        status: 'connected' as const,
        lease_expires_at: lease_until,
        next_heartbeat_seconds: HEARTBEAT_S,
      }
    },
  )

  api.get(
    '/vpn/sessions',
    {
      config: vpnUse,
      schema: {
        ...described,
        operationId: 'listVpnSessions',
        summary: 'Sessions that are open',
        description:
          "Lists the caller's own open sessions, with the scope `vpn:use:any` those of all users of the client, as of this moment.",
        querystring: ListSessionsQuery,
        response: { 200: ListSessionsResponse.describe('A page of open sessions.') },
      },
    },
    async ({ caller, query }) => {
      const { user_id, after = '', limit } = query
      assertOwnUser(caller, user_id)
      const page = { user_id: user_id ?? userScopeOf(caller), after, limit: limit + 1 }
      const rows = await service.leases.listOfClient(caller.client_id, page)
      return { data: rows.slice(0, limit).map(toSessionResponse), has_more: rows.length > limit }
    },
  )

  api.get(
    '/vpn/sessions/history',
    {
      config: vpnUse,
      schema: {
        ...described,
        operationId: 'listVpnHistory',
        summary: 'Sessions of the past',
        description:
          "Lists the caller's own sessions, with the scope `vpn:use:any` those of all users of the client, open or over, newest first. The list is behind what was just done by well below a second.",
        querystring: ListSessionHistoryQuery,
        response: { 200: ListHistoryResponse.describe('A page of sessions.') },
      },
    },
    async ({ caller, query }) => {
      assertOwnUser(caller, query.user_id)
      const user_id = query.user_id ?? userScopeOf(caller) ?? undefined
      return listSessionHistory(service.db, caller.client_id, { ...query, user_id })
    },
  )

  api.post(
    '/vpn/sessions/:session_id/revoke',
    {
      config: { scope: 'vpn:admin', errors: ['VPN_005'] },
      schema: {
        ...described,
        operationId: 'revokeVpnSession',
        summary: "End somebody's session",
        description:
          "Ends a session of any user of the client, of any client for administrators of the platform's own; its slots are free when this is answered. VPN_005 means that there is none, or that it is over.",
        params: SessionParams,
        response: { 200: RevokeResponse.describe('The session is over.') },
      },
    },
    async request => {
      const { session_id } = request.params
      await revokeSession(service, context(request), session_id)
      return { session_id, status: 'revoked' as const }
    },
  )

  api.post(
    '/vpn/check-network',
    {
      config: vpnUse,
      schema: {
        ...described,
        operationId: 'checkNetwork',
        summary: 'Whether a network needs a VPN',
        description:
          'Judges the network that a device is in by what the device saw of it. Nothing of it is kept. Suspicious are a certificate that is not the site’s, two machines that answer for the gateway, a resolver that is neither the network’s own nor one that everybody knows, and a name made to look like another.',
        body: CheckNetworkBody,
        response: { 200: CheckNetworkResponse.describe('How far the network is to be trusted.') },
      },
    },
    async ({ body }) => ({ ...assessNetwork(body), checked_at: service.now().toISOString() }),
  )
}

function toConnectResponse({ session, lease_until, server_id, server, credentials, config }: VpnConnection) {
  const { session_id, slot_id, issued_at, expires_at } = session
  const { capacity: _, dns_servers, routing: __, ...location } = server
  return {
    ...{ session_id, slot_id, vpn_credentials: credentials, server_info: { id: server_id, ...location } },
    ...{ openvpn_config: config, dns_servers, connected_at: issued_at, expires_at },
    lease_expires_at: lease_until,
    next_heartbeat_seconds: HEARTBEAT_S,
  }
}

function toSessionResponse({ lease_until, ...lease }: LiveLease) {
  const status = lease.connected_at === null ? ('issued' as const) : ('connected' as const)
  return { ...lease, status, lease_expires_at: lease_until }
}
