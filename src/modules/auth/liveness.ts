import { LRUCache } from 'lru-cache'
import { type ClientState, clients } from '#domain/auth/clients/decider.ts'
import type { Tier } from '#domain/auth/clients/events.ts'
import type { RoleName } from '#domain/auth/roles.ts'
import { isOpen, sessions } from '#domain/auth/sessions/decider.ts'
import { type UserState, users } from '#domain/auth/users/decider.ts'
import type { Plan } from '#edge/rate-limits/plans.ts'
import { Rejection } from '#errors.ts'
import type { Service } from '#service.ts'
import { clientPlan } from './client-plan.ts'

/** A revocation by another instance is obeyed at most this much later (the promise is 5 s, reading included). */
const REMEMBERED_MS = 4_000
const REMEMBERED_MAX = 20_000

/** What stands behind a live session right now. */
export type Standing = {
  user_id: string
  email_sealed: string
  client_id: string
  role: RoleName
  generation: number
  password_changes: number
  password_changed_at: string | null
  tier: Tier
  /** How often the client may ask. */
  plan: Plan
}

export type Liveness = {
  /** What is remembered of the session, without asking anybody; undefined when it has to be asked for. */
  remembered(sid: string): Standing | null | undefined
  /** Reads session, user and client; null when any of them says no. */
  ask(sid: string, now: Date): Promise<Standing | null>
  /** What is remembered or, when nothing is, read; AUTH_001 when the session is not this user's any more. */
  of(session: { sid: string; sub: string }, now: Date): Promise<Standing>
  /** The same, past the memory. Errors: AUTH_001 when the session is not this user's any more. */
  askAnew(session: { sid: string; sub: string }, now: Date): Promise<Standing>
  forget(sid: string): void
}

/** Whether a session may still be used: it is open, its user and client are active, and nothing revoked it since. */
export function createLiveness({ execute }: Pick<Service, 'execute'>): Liveness {
  const known = new LRUCache<string, { standing: Standing | null }>({ max: REMEMBERED_MAX, ttl: REMEMBERED_MS })
  const asking = new Map<string, Promise<Standing | null>>()

  async function read(sid: string, now: Date): Promise<Standing | null> {
    const { state: session } = await execute.load(sessions, sid)
    if (!isOpen(session, now)) return null
    const [{ state: user }, { state: client }] = await Promise.all([
      execute.load(users, session.user_id),
      execute.load(clients, session.client_id),
    ])
    const standing = standingOf(session.user_id, user, client)
    return standing?.generation === session.generation ? standing : null
  }

  function ask(sid: string, now: Date): Promise<Standing | null> {
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

  async function of({ sid, sub }: { sid: string; sub: string }, now: Date): Promise<Standing> {
    const standing = remembered(sid) ?? (await ask(sid, now))
    if (standing?.user_id !== sub) throw new Rejection('AUTH_001', { reason: 'the session has ended' })
    return standing
  }

  return {
    remembered,
    ask,
    of,
    askAnew(session, now) {
      known.delete(session.sid)
      return of(session, now)
    },
    forget: sid => void known.delete(sid),
  }
}

/** What an active user of an active client may do; null when either is not. */
export function standingOf(user_id: string, user: UserState, client: ClientState): Standing | null {
  if (user.status !== 'active' || client.status !== 'active') return null
  const { email_sealed, client_id, role, generation, password_changes, password_changed_at } = user
  const { tier } = client
  return {
    user_id,
    email_sealed,
    client_id,
    role,
    generation,
    password_changes,
    password_changed_at,
    tier,
    plan: clientPlan(client),
  }
}
