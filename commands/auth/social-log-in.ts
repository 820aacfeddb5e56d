import { hash } from 'node:crypto'
import { clients } from '#domain/auth/clients/decider.ts'
import { normaliseEmail } from '#domain/auth/email-address.ts'
import { type IdentityLink, identities } from '#domain/auth/identities/decider.ts'
import type { Provider } from '#domain/auth/identities/events.ts'
import { hasPasswordChanged } from '#domain/auth/password-binding.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Auth } from '#services/auth/auth.ts'
import { type IssuedTokens, openSession } from '#services/auth/open-session.ts'
import { type UserAccess, userAccessOf } from '#services/auth/session-cache.ts'
import type { SocialIdentity } from '#services/auth/social.ts'
import { Rejection } from '#values/errors.ts'

export type SocialInput = {
  provider: Provider
  id_token: string
  nonce?: string | null | undefined
  device_id?: string | null | undefined
}

export type SocialLogin = SocialInput & { user_agent: string | null }

/**
 * Logs in with an id token of Google or Apple. The provider account is recognised by its link, the first time by an
 * address of which the provider runs the mailbox. Any other verified address gets CONFLICT (log in, then link), an
 * unknown one AUTH_001. A link that was removed, or ended by a password change, gets AUTH_001 too: its user logs in and
 * links again. Errors: AUTH_001, CONFLICT.
 */
export async function socialLogIn(auth: Auth, context: Context, input: SocialLogin): Promise<IssuedTokens> {
  const identity = await verifyIdentity(auth, context, input)
  const identity_id = identities.id(identity.provider, identity.sub)
  const { link: linked, isKnown } = (await auth.execute.load(identities, identity_id)).state
  const access = isKnown ? await findAccessByLink(auth, linked) : await findAccessByAddress(auth, identity)
  if (access === null) throw new Rejection('AUTH_001')
  const { user_id, client_id, role, password_changes } = access
  if (!isKnown) {
    const actor = { ...context.actor, sub: user_id, client_id, role }
    const link = { user_id, provider: input.provider, password_changes } as const
    await auth.execute.run(
      identities,
      identity_id,
      { type: 'link', by: 'address', ...link, ended: null },
      { ...context, actor },
    )
  }
  const { state: user } = await auth.execute.load(users, user_id)
  const email = user.status === 'absent' ? null : await auth.vault.open(user.email_sealed, `${user_id}|email`)
  const { provider: method, device_id = null, user_agent } = input
  return openSession(auth, context, access, { method, device_id, user_agent, email })
}

/** Links a provider account to the current user. Errors: AUTH_001, CONFLICT when another user has it. */
export async function linkIdentity(
  auth: Auth,
  context: Context,
  session: { sid: string; sub: string },
  input: SocialInput,
): Promise<void> {
  const { user_id, password_changes } = await auth.sessionCache.refreshUser(session, context.now)
  const identity = await verifyIdentity(auth, context, input)
  const identity_id = identities.id(identity.provider, identity.sub)
  const { link: linked } = (await auth.execute.load(identities, identity_id)).state
  const ended = (await isLinkEnded(auth, linked)) ? linked : null
  const link = { user_id, provider: input.provider, password_changes } as const
  await auth.execute.run(identities, identity_id, { type: 'link', by: 'user', ...link, ended }, context)
}

/** Checks the link against the state that the session is opened for. */
async function findAccessByLink(auth: Auth, link: IdentityLink | null): Promise<UserAccess | null> {
  const access = link === null ? null : await findUserAccess(auth, link.user_id)
  return link === null || access === null || hasPasswordChanged(link, access) ? null : access
}

async function isLinkEnded({ execute }: Auth, link: IdentityLink | null): Promise<boolean> {
  if (link === null) return false
  const { state: user } = await execute.load(users, link.user_id)
  return user.status !== 'absent' && hasPasswordChanged(link, user)
}

/** Checks the token and its nonce, and that the token is used for the first time. */
async function verifyIdentity(
  { social, oneTimeTokens }: Auth,
  { now }: Context,
  { provider, id_token, nonce }: SocialInput,
): Promise<SocialIdentity> {
  const identity = await social.verify(provider, id_token, now)
  const given = nonce ?? undefined
  // A token with a nonce is refused without it, and vice versa. Apple's native flow sends the nonce's hash.
  const matches = identity.nonce === given || (given !== undefined && identity.nonce === hash('sha256', given))
  const isFresh = matches && (given === undefined || (await oneTimeTokens.consumeByValue('nonce', given, now)))
  if (!isFresh) throw new Rejection('AUTH_001', { reason: 'the nonce does not match' })
  if (!(await oneTimeTokens.markSpent(identity.digest, identity.expires)))
    throw new Rejection('AUTH_001', { reason: 'the id token was used before' })
  return identity
}

async function findAccessByAddress(auth: Auth, { email, isAuthoritative }: SocialIdentity): Promise<UserAccess | null> {
  if (email === undefined) return null
  const access = await findUserAccess(auth, userIdOf(auth.vault, normaliseEmail(email)))
  if (access !== null && !isAuthoritative)
    throw new Rejection('CONFLICT', { reason: 'log in by another method and link the provider account first' })
  return access
}

async function findUserAccess({ execute }: Auth, user_id: string): Promise<UserAccess | null> {
  const { state: user } = await execute.load(users, user_id)
  if (user.status === 'absent') return null
  const { state: client } = await execute.load(clients, user.client_id)
  return userAccessOf(user_id, user, client)
}
