import { clients } from '#domain/auth/clients/decider.ts'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { sessions } from '#domain/auth/sessions/decider.ts'
import { users } from '#domain/auth/users/decider.ts'
import { noSuchServer } from '#domain/vpn/servers/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'

type Needs = Pick<Service, 'execute'>

/** A caller may act for another user, who may be restricted or disabled. Errors: INVALID_REQUEST. */
export async function assertUserActive(
  service: Needs,
  { actor: { sub, client_id } }: Context,
  user_id: string,
): Promise<void> {
  const refusal = (reason: string) => fieldRejection('INVALID_REQUEST', [{ field: 'user_id', reason }])
  if (await isPersonRestricted(service, { client_id, user_id }))
    throw refusal('names a person who is restricted: their erasure was asked for')
  if (user_id === sub) return
  const { state: user } = await service.execute.load(users, user_id)
  if (user.status === 'disabled' && user.client_id === client_id) throw refusal('names a user who is disabled')
}

/** From the streams, because session caches lag. `logout` ends no tunnel. Errors: AUTH_001 after a lockout. */
export async function assertLoginActive(
  { execute }: Needs,
  { actor: { sub, client_id } }: Context,
  { user_id, sid }: { user_id: string; sid: string },
): Promise<void> {
  const { state: client } = await execute.load(clients, client_id)
  if (client.status !== 'active') throw loginEnded()
  if (user_id !== sub) return
  const [{ state: login }, { state: user }] = await Promise.all([execute.load(sessions, sid), execute.load(users, sub)])
  // Service accounts have no user, and no tunnel ends with them.
  if (user.status === 'absent') return
  if (user.status !== 'active' || login.status === 'absent' || login.generation !== user.generation) throw loginEnded()
}

function loginEnded(): Rejection {
  return new Rejection('AUTH_001', { reason: 'the session has ended' })
}

/** Errors: VPN_004, as for an unknown server. */
export async function assertServerAgent(
  { execute }: Needs,
  caller: { sub: string; client_id: string },
  server_id: number,
): Promise<void> {
  if (caller.client_id !== PLATFORM_CLIENT_ID) throw noSuchServer()
  const { state } = await execute.load(serviceAccounts, PLATFORM_CLIENT_ID)
  if (state.get(caller.sub)?.vpn_server_id !== server_id) throw noSuchServer()
}
