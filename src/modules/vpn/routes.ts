import type { FastifyRequest } from 'fastify'
import { ConnectBody, connect, connectErrors, type VpnConnection } from '#commands/vpn/connect.ts'
import { DisconnectBody, disconnect, disconnectErrors } from '#commands/vpn/disconnect.ts'
import { HeartbeatBody, heartbeat, heartbeatErrors } from '#commands/vpn/heartbeat.ts'
import { revokeSession, revokeSessionErrors } from '#commands/vpn/revoke-session.ts'
import { assessNetwork } from '#domain/vpn/network.ts'
import { minute, planOf } from '#edge/rate-limits/plans.ts'
import { type Api, type Caller, contextOf } from '#http/api.ts'
import { vpnSessions } from '#projections/vpn/sessions.ts'
import { vpnUsers } from '#projections/vpn/users.ts'
import { findSession } from '#queries/vpn/find-session.ts'
import { ListServersQuery, listServers } from '#queries/vpn/list-servers.ts'
import { ListSessionHistoryQuery, listSessionHistory } from '#queries/vpn/list-session-history.ts'
import { FIRST_LEASE_S } from '#services/vpn/lease-renewal.ts'
import { HEARTBEAT_S, type LiveLease } from '#services/vpn/leases.ts'
import type { VpnService } from '#services/vpn/vpn-service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { prose } from '#values/prose.ts'
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
  SessionResponse,
} from './schemas.ts'

const tags = ['vpn']
const vpnUse = { scope: 'vpn:use' } as const

/** What routes can't keep inside the tunnel; see src/programs/vpn/README.md. */
const KILL_SWITCH =
  "Where the server's `routing` is `full`, no packet of the device leaves outside the tunnel while its OpenVPN runs, even while the server is down. The platform's kill switch must stop packets before and after that, and those that routes of a hostile network attract: on iOS and macOS `includeAllNetworks`, `enforceRoutes` and an on-demand rule; on Android always-on VPN with \"Block connections without VPN\" (check `isLockdownEnabled()`); on Windows filters of the Windows Filtering Platform, on Linux an nftables `output` chain that drops, both of which allow only the server's address and port and the tunnel's device."

const listServersOperation = {
  config: vpnUse,
  schema: {
    tags,
    operationId: 'listVpnServers',
    summary: 'List servers',
    description: prose(
      'Lists all servers with their load, and marks the recommended ones: the least used that are online. The load',
      'is behind by less than a second.',
    ),
    querystring: ListServersQuery,
    response: { 200: ListServersResponse.describe('The servers.') },
  },
}

const connectOperation = {
  config: { ...vpnUse, errors: connectErrors },
  schema: {
    tags,
    operationId: 'connectVpn',
    summary: 'Open a session of a device on a server',
    description: prose(
      "Takes one of the user's two slots and one of the server's, and responds with credentials and the",
      'configuration of an OpenVPN client. The password is returned once: a device that lost the response gets',
      'VPN_006 with `details.session_id`, ends that session and connects again. A session needs heartbeats: the',
      `first within ${FIRST_LEASE_S} seconds, then one every ${HEARTBEAT_S} seconds. VPN_001 names the user's`,
      'sessions in `details.active_sessions`, and in `Retry-After` when the first of them ends without a',
      'heartbeat; VPN_002 names other servers in `details.alternatives`. CONFLICT means that the session was',
      `revoked while it was opened. ${KILL_SWITCH}`,
    ),
    body: ConnectBody,
    response: { 200: ConnectResponse.describe('The session, with credentials and configuration.') },
  },
}

const disconnectOperation = {
  config: { ...vpnUse, errors: disconnectErrors },
  schema: {
    tags,
    operationId: 'disconnectVpn',
    summary: 'End a session',
    description: prose(
      'Ends a session; its slots are free when the response arrives. VPN_005 means that the session is over, or',
      "another user's.",
    ),
    body: DisconnectBody,
    response: { 200: DisconnectResponse.describe('The session is over.') },
  },
}

/** Two heartbeats a minute of 100,000 devices, three times. They do not count against the client's plan. */
const HEARTBEAT_LIMIT = { name: 'vpn-heartbeat', plan: planOf(minute(600_000)) } as const

const heartbeatOperation = {
  config: { ...vpnUse, limit: HEARTBEAT_LIMIT, errors: heartbeatErrors },
  schema: {
    tags,
    operationId: 'heartbeatVpn',
    summary: 'Keep a session open',
    description: prose(
      `Extends the session to three times ${HEARTBEAT_S} seconds from now, at most until its credentials end;`,
      "repeating it is harmless. It does not count against the client's plan. VPN_007 means that it came too late:",
      'the session is over, connect again. After a minute and a half that becomes VPN_005, as for every session that',
      'is over.',
    ),
    body: HeartbeatBody,
    response: { 200: HeartbeatResponse.describe('The session is extended.') },
  },
}

const listSessionsOperation = {
  config: vpnUse,
  schema: {
    tags,
    operationId: 'listVpnSessions',
    summary: 'List open sessions',
    description: prose(
      "Lists the caller's own open sessions, with the scope `vpn:use:any` those of all users of the client, as of",
      'this moment.',
    ),
    querystring: ListSessionsQuery,
    response: { 200: ListSessionsResponse.describe('A page of open sessions.') },
  },
}

const listHistoryOperation = {
  config: vpnUse,
  schema: {
    tags,
    operationId: 'listVpnHistory',
    summary: 'List all sessions',
    description: prose(
      "Lists the caller's own sessions, with the scope `vpn:use:any` those of all users of the client, open or",
      'over, newest first. The list is behind by less than a second.',
    ),
    querystring: ListSessionHistoryQuery,
    response: { 200: ListHistoryResponse.describe('A page of sessions.') },
  },
}

const getSessionOperation = {
  config: { ...vpnUse, errors: ['NOT_FOUND'] },
  schema: {
    tags,
    operationId: 'getVpnSession',
    summary: 'Get a session',
    description: prose(
      'Returns a session in its present state, open or over. NOT_FOUND means that there is none with this id, or that',
      "it is another user's and the caller does not have the scope `vpn:use:any`.",
    ),
    params: SessionParams,
    response: { 200: SessionResponse },
  },
} as const

const revokeOperation = {
  config: { scope: 'vpn:admin', errors: revokeSessionErrors },
  schema: {
    tags,
    operationId: 'revokeVpnSession',
    summary: "End another user's session",
    description: prose(
      "Ends a session of any user of the client, of any client for administrators of the platform's own; its slots",
      'are free when the response arrives. VPN_005 means that there is none, or that it is over.',
    ),
    params: SessionParams,
    response: { 200: RevokeResponse.describe('The session is over.') },
  },
} as const

const checkNetworkOperation = {
  config: vpnUse,
  schema: {
    tags,
    operationId: 'checkNetwork',
    summary: 'Assess a network',
    description: prose(
      "Assesses the network of a device from the device's observations, which are not stored. Suspicious are a",
      "certificate that is not the site's, two machines that answer for the gateway, a resolver that is neither",
      "the network's own nor a known public one, and a name made to look like another.",
    ),
    body: CheckNetworkBody,
    response: { 200: CheckNetworkResponse.describe('The assessment.') },
  },
}

export function vpnRoutes(api: Api, service: VpnService): void {
  const context = (request: FastifyRequest) => contextOf(request, service.now())

  api.get('/vpn/servers', listServersOperation, async ({ query }) => listServers(service.db, query))

  api.post('/vpn/connect', connectOperation, async request => {
    assertOwnUser(request.caller, request.body.user_id)
    const { sid } = request.caller
    return toConnectResponse(await connect(service, context(request), { ...request.body, sid }))
  })

  api.post('/vpn/disconnect', disconnectOperation, async request => {
    const { session_id } = request.body
    await disconnect(service, context(request), { session_id, user_id: userScopeOf(request.caller) })
    return { session_id, status: 'disconnected' as const }
  })

  api.post('/vpn/heartbeat', heartbeatOperation, async request => {
    const params = { ...request.body, user_id: userScopeOf(request.caller) }
    const { lease_until } = await heartbeat(service, context(request), params)
    const next = { lease_expires_at: lease_until, next_heartbeat_seconds: HEARTBEAT_S }
    return { session_id: params.session_id, status: 'connected' as const, ...next }
  })

  api.get('/vpn/sessions', listSessionsOperation, async ({ caller, query }) => {
    const { user_id, after = '', limit } = query
    assertOwnUser(caller, user_id)
    const page = { user_id: user_id ?? userScopeOf(caller), after, limit: limit + 1 }
    const rows = await service.leases.listOfClient(caller.client_id, page)
    return { data: rows.slice(0, limit).map(toSessionResponse), has_more: rows.length > limit }
  })

  api.get('/vpn/sessions/history', listHistoryOperation, async ({ caller, query }) => {
    assertOwnUser(caller, query.user_id)
    const user_id = query.user_id ?? userScopeOf(caller) ?? undefined
    return listSessionHistory(service.db, caller.client_id, { ...query, user_id })
  })

  api.get('/vpn/sessions/:session_id', getSessionOperation, async ({ caller, params: { session_id } }) => {
    await Promise.all([waitForCheckpoint(service, vpnSessions), waitForCheckpoint(service, vpnUsers)])
    const scope = { client_id: caller.client_id, user_id: userScopeOf(caller) }
    const session = await findSession(service.db, scope, session_id)
    if (session === null) throw fieldRejection('NOT_FOUND', [{ field: 'session_id', reason: 'names no session' }])
    const lease = session.ended_at === null ? await service.leases.findLive(session_id) : null
    return { ...session, open: lease === null ? null : toOpenPart(lease) }
  })

  api.post('/vpn/sessions/:session_id/revoke', revokeOperation, async request => {
    const { session_id } = request.params
    await revokeSession(service, context(request), { session_id })
    return { session_id, status: 'revoked' as const }
  })

  api.post('/vpn/check-network', checkNetworkOperation, async ({ body }) => ({
    ...assessNetwork(body),
    checked_at: service.now().toISOString(),
  }))
}

/** Null: all users of the client. */
function userScopeOf({ sub, scopes }: Caller): string | null {
  return scopes.includes('vpn:use:any') ? null : sub
}

function assertOwnUser(caller: Caller, user_id: string | undefined): void {
  const scope = userScopeOf(caller)
  if (user_id !== undefined && scope !== null && user_id !== scope)
    throw new Rejection('AUTH_003', { required_scope: 'vpn:use:any' })
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

function toOpenPart({ device_id, lease_until, expires_at, bytes_in, bytes_out }: LiveLease) {
  return { device_id, lease_expires_at: lease_until, expires_at, bytes_in, bytes_out }
}
