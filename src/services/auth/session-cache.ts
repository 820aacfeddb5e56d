import { LRUCache } from 'lru-cache'
import { type ClientState, clients } from '#domain/auth/clients/decider.ts'
import type { Tier } from '#domain/auth/clients/events.ts'
import { scopesOfUser } from '#domain/auth/platform.ts'
import { AGENT, type RoleName, type Scope, SERVICE_ACCOUNT } from '#domain/auth/roles.ts'
import { isLive, type ServiceAccount, serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { isServiceAccountId, loginNameOf } from '#domain/auth/service-accounts/login-name.ts'
import { isOpen, sessions } from '#domain/auth/sessions/decider.ts'
import { type UserState, users } from '#domain/auth/users/decider.ts'
import type { Plan } from '#edge/rate-limits/plans.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { clientPlan } from './client-plan.ts'
import type { ServiceAccountUses } from './service-account-uses.ts'

/** The delay of a revocation by another instance (5 s are promised, including the read). */
const CACHE_TTL_MS = 4_000
const CACHED_MAX = 20_000

type CommonAccess = {
  /** For a service account, its own id. */
  user_id: string
  client_id: string
  /** The scopes of a token that is issued now. */
  scopes: readonly Scope[]
  generation: number
  tier: Tier
  plan: Plan
}
export type UserAccess = CommonAccess & {
  role: RoleName
  email_sealed: string
  display_name_sealed: string | null
  password_changes: number
  password_changed_at: string | null
}
export type ServiceAccountAccess = CommonAccess & { role: typeof SERVICE_ACCOUNT | typeof AGENT; login_name: string }
export type SessionAccess = UserAccess | ServiceAccountAccess

type SessionOfUser = { sid: string; sub: string }

export function createSessionCache({ execute }: Pick<Service, 'execute'>, uses: ServiceAccountUses) {
  const cache = new LRUCache<string, { access: SessionAccess | null }>({ max: CACHED_MAX, ttl: CACHE_TTL_MS })
  const inFlight = new Map<string, Promise<SessionAccess | null>>()

  async function read(sid: string, now: Date): Promise<SessionAccess | null> {
    const { state: session } = await execute.load(sessions, sid)
    if (!isOpen(session, now)) return null
    const { user_id, client_id, generation } = session
    const access = isServiceAccountId(user_id)
      ? await readServiceAccount(user_id, client_id, now)
      : await readUser(user_id, client_id)
    return access?.generation === generation ? access : null
  }

  async function readUser(user_id: string, client_id: string): Promise<SessionAccess | null> {
    const [{ state: user }, { state: client }] = await Promise.all([
      execute.load(users, user_id),
      execute.load(clients, client_id),
    ])
    return userAccessOf(user_id, user, client)
  }

  async function readServiceAccount(id: string, client_id: string, now: Date): Promise<SessionAccess | null> {
    const [{ state: accounts }, { state: client }] = await Promise.all([
      execute.load(serviceAccounts, client_id),
      execute.load(clients, client_id),
    ])
    const access = serviceAccountAccessOf(id, accounts.get(id), client, now)
    if (access !== null) uses.record(id, now)
    return access
  }

  /** Null if session, user or client is not active. */
  function load(sid: string, now: Date): Promise<SessionAccess | null> {
    const running = inFlight.get(sid)
    if (running !== undefined) return running
    const loading = read(sid, now)
      .then(access => {
        cache.set(sid, { access })
        return access
      })
      .finally(() => inFlight.delete(sid))
    inFlight.set(sid, loading)
    return loading
  }

  const cached = (sid: string) => cache.get(sid)?.access

  /** Cached or loaded. Errors: AUTH_001 when the session is not this user's any more. */
  async function get({ sid, sub }: SessionOfUser, now: Date): Promise<SessionAccess> {
    const access = cached(sid) ?? (await load(sid, now))
    if (access?.user_id !== sub) throw new Rejection('AUTH_001', { reason: 'the session has ended' })
    return access
  }

  /** As `get`, but always loaded. */
  function refresh(session: SessionOfUser, now: Date): Promise<SessionAccess> {
    cache.delete(session.sid)
    return get(session, now)
  }

  return {
    cached,
    load,
    get,
    refresh,
    /** As `refresh`, for users only. Errors: AUTH_003 for a service account, AUTH_001. */
    async refreshUser(session: SessionOfUser, now: Date): Promise<UserAccess> {
      const access = await refresh(session, now)
      if ('login_name' in access) throw new Rejection('AUTH_003', { reason: 'only users may do this' })
      return access
    },
    invalidate: (sid: string) => void cache.delete(sid),
  }
}

/** Null unless user and client are active. */
export function userAccessOf(user_id: string, user: UserState, client: ClientState): UserAccess | null {
  if (user.status !== 'active' || client.status !== 'active') return null
  const { email_sealed, display_name_sealed, client_id, role, generation, password_changes, password_changed_at } = user
  return {
    ...{ user_id, email_sealed, display_name_sealed, client_id, role, scopes: scopesOfUser(user), generation },
    ...{ password_changes, password_changed_at, tier: client.tier, plan: clientPlan(client) },
  }
}

/** Null unless account and client are active. */
export function serviceAccountAccessOf(
  service_account_id: string,
  account: ServiceAccount | undefined,
  client: ClientState,
  now: Date,
): ServiceAccountAccess | null {
  if (account === undefined || !isLive(account, now) || client.status !== 'active') return null
  const { client_id, scopes, vpn_server_id } = account
  return {
    ...{ user_id: service_account_id, login_name: loginNameOf({ client_id, service_account_id }), client_id },
    role: vpn_server_id === null ? SERVICE_ACCOUNT : AGENT,
    // The secret never changes, and a revocation ends the account.
    ...{ scopes, generation: 0, tier: client.tier, plan: clientPlan(client) },
  }
}

export async function findUserAccess({ execute }: Pick<Service, 'execute'>, user_id: string) {
  const { state: user } = await execute.load(users, user_id)
  if (user.status === 'absent') return null
  const { state: client } = await execute.load(clients, user.client_id)
  return userAccessOf(user_id, user, client)
}
