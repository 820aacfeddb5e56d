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

/** A revocation by another instance is obeyed at most this much later (the promise is 5 s, reading included). */
const REMEMBERED_MS = 4_000
const REMEMBERED_MAX = 20_000

type Common = {
  /** Of a service account, its own id. */
  user_id: string
  client_id: string
  /** What a token that is issued now may do. */
  scopes: readonly Scope[]
  generation: number
  tier: Tier
  /** How often the client may ask. */
  plan: Plan
}
export type UserStanding = Common & {
  role: RoleName
  email_sealed: string
  password_changes: number
  password_changed_at: string | null
}
export type ServiceAccountStanding = Common & { role: typeof SERVICE_ACCOUNT | typeof AGENT; login_name: string }
/** What stands behind a live session right now. */
export type SessionStatus = UserStanding | ServiceAccountStanding

export type Liveness = {
  /** What is remembered of the session, without asking anybody; undefined when it has to be asked for. */
  remembered(sid: string): SessionStatus | null | undefined
  /** Reads session, user and client; null when any of them says no. */
  ask(sid: string, now: Date): Promise<SessionStatus | null>
  /** What is remembered or, when nothing is, read; AUTH_001 when the session is not this user's any more. */
  of(session: { sid: string; sub: string }, now: Date): Promise<SessionStatus>
  /** The same, past the memory. Errors: AUTH_001 when the session is not this user's any more. */
  askAnew(session: { sid: string; sub: string }, now: Date): Promise<SessionStatus>
  /** The same of a user. Errors: AUTH_003 for a service account, AUTH_001. */
  askAnewOfUser(session: { sid: string; sub: string }, now: Date): Promise<UserStanding>
  forget(sid: string): void
}

/** Whether a session may still be used: it is open, its user and client are active, and nothing revoked it since. */
export function createLiveness({ execute }: Pick<Service, 'execute'>, uses: ServiceAccountUses): Liveness {
  const known = new LRUCache<string, { standing: SessionStatus | null }>({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS })
  const asking = new Map<string, Promise<SessionStatus | null>>()

  async function read(sid: string, now: Date): Promise<SessionStatus | null> {
    const { state: session } = await execute.load(sessions, sid)
    if (!isOpen(session, now)) return null
    const { user_id, client_id, generation } = session
    const standing = isServiceAccountId(user_id)
      ? await readServiceAccount(user_id, client_id, now)
      : await readUser(user_id, client_id)
    return standing?.generation === generation ? standing : null
  }

  async function readUser(user_id: string, client_id: string): Promise<SessionStatus | null> {
    const [{ state: user }, { state: client }] = await Promise.all([
      execute.load(users, user_id),
      execute.load(clients, client_id),
    ])
    return standingOf(user_id, user, client)
  }

  async function readServiceAccount(id: string, client_id: string, now: Date): Promise<SessionStatus | null> {
    const [{ state: accounts }, { state: client }] = await Promise.all([
      execute.load(serviceAccounts, client_id),
      execute.load(clients, client_id),
    ])
    const standing = serviceAccountStandingOf(id, accounts.get(id), client, now)
    if (standing !== null) uses.note(id, now)
    return standing
  }

  function ask(sid: string, now: Date): Promise<SessionStatus | null> {
    const already = asking.get(sid)
    if (already !== undefined) return already
    const answer = read(sid, now)
      .then(standing => {
        known.set(sid, { standing })
        return standing
      })
      .finally(() => asking.delete(sid))
    asking.set(sid, answer)
    return answer
  }

  const remembered = (sid: string) => known.get(sid)?.standing

  async function of({ sid, sub }: { sid: string; sub: string }, now: Date): Promise<SessionStatus> {
    const standing = remembered(sid) ?? (await ask(sid, now))
    if (standing?.user_id !== sub) throw new Rejection('AUTH_001', { reason: 'the session has ended' })
    return standing
  }

  function askAnew(session: { sid: string; sub: string }, now: Date): Promise<SessionStatus> {
    known.delete(session.sid)
    return of(session, now)
  }

  return {
    remembered,
    ask,
    of,
    askAnew,
    async askAnewOfUser(session, now) {
      const standing = await askAnew(session, now)
      if ('login_name' in standing) throw new Rejection('AUTH_003', { reason: 'only users may do this' })
      return standing
    },
    forget: sid => void known.delete(sid),
  }
}

/** What an active user of an active client may do; null when either is not. */
export function standingOf(user_id: string, user: UserState, client: ClientState): UserStanding | null {
  if (user.status !== 'active' || client.status !== 'active') return null
  const { email_sealed, client_id, role, generation, password_changes, password_changed_at } = user
  return {
    user_id,
    email_sealed,
    client_id,
    role,
    scopes: scopesOfUser(user),
    generation,
    password_changes,
    password_changed_at,
    tier: client.tier,
    plan: clientPlan(client),
  }
}

/** What a live service account of an active client may do; null when either is not. */
export function serviceAccountStandingOf(
  service_account_id: string,
  account: ServiceAccount | undefined,
  client: ClientState,
  now: Date,
): ServiceAccountStanding | null {
  if (account === undefined || !isLive(account, now) || client.status !== 'active') return null
  const { client_id, scopes, vpn_server_id } = account
  return {
    user_id: service_account_id,
    login_name: loginNameOf({ client_id, service_account_id }),
    client_id,
    role: vpn_server_id === null ? SERVICE_ACCOUNT : AGENT,
    scopes,
    // It has one secret for all its life, and revoking it ends it.
    generation: 0,
    tier: client.tier,
    plan: clientPlan(client),
  }
}
