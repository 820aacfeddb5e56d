import { hash } from 'node:crypto'
import { clients } from '#domain/auth/clients/decider.ts'
import { normaliseEmail } from '#domain/auth/email-address.ts'
import { type IdentityLink, identities } from '#domain/auth/identities/decider.ts'
import type { Provider } from '#domain/auth/identities/events.ts'
import { hasEnded } from '#domain/auth/password-age.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Auth } from '#services/auth/auth.ts'
import { standingOf, type UserStanding } from '#services/auth/liveness.ts'
import { type IssuedTokens, openSession } from '#services/auth/open-session.ts'
import type { SocialIdentity } from '#services/auth/social.ts'
import { Rejection } from '#values/errors.ts'

export type SocialInput = {
  provider: Provider
  id_token: string
  nonce?: string | null | undefined
  device_id?: string | null | undefined
}

/** `user_agent`: as the request says it. */
export type SocialLogin = SocialInput & { user_agent: string | null }

/**
 * Login with an id token of Google or Apple. The provider account is recognised by its subject; the first time, by an
 * address that the provider answers for. An address it merely verified gets CONFLICT (log in, then link), an unknown one
 * AUTH_001: accounts are given at onboarding, never made here. AUTH_001 also for a link that its user took away or that another
 * password has ended: the address does not bring it back, its user logs in and links again. Errors: AUTH_001, CONFLICT.
 */
export async function socialLogIn(auth: Auth, context: Context, input: SocialLogin): Promise<IssuedTokens> {
  const identity = await provenIdentity(auth, context, input)
  const identity_id = identities.id(identity.provider, identity.sub)
  const { link: linked, isKnown } = (await auth.execute.load(identities, identity_id)).state
  const standing = isKnown ? await byLink(auth, linked) : await byAddress(auth, identity)
  if (standing === null) throw new Rejection('AUTH_001')
  const { user_id, client_id, role, password_changes } = standing
  if (!isKnown) {
    const actor = { ...context.actor, sub: user_id, client_id, role }
    const who = { user_id, provider: input.provider, password_changes } as const
    await auth.execute.run(
      identities,
      identity_id,
      { type: 'link', by: 'address', ...who, ended: null },
      { ...context, actor },
    )
  }
  const { state: user } = await auth.execute.load(users, user_id)
  const email = user.status === 'absent' ? null : await auth.vault.open(user.email_sealed, `${user_id}|email`)
  const { provider: method, device_id = null, user_agent } = input
  return openSession(auth, context, standing, { method, device_id, user_agent, email })
}

/** Ties a provider account to the user of this session. Errors: AUTH_001, CONFLICT when it belongs to somebody else. */
export async function linkIdentity(
  auth: Auth,
  context: Context,
  session: { sid: string; sub: string },
  input: SocialInput,
): Promise<void> {
  const { user_id, password_changes } = await auth.liveness.askAnewOfUser(session, context.now)
  const identity = await provenIdentity(auth, context, input)
  const identity_id = identities.id(identity.provider, identity.sub)
  const { link: linked } = (await auth.execute.load(identities, identity_id)).state
  const ended = (await isOver(auth, linked)) ? linked : null
  const who = { user_id, provider: input.provider, password_changes } as const
  await auth.execute.run(identities, identity_id, { type: 'link', by: 'user', ...who, ended }, context)
}

/** The password's age is looked at in the very state that the session will be opened for. */
async function byLink(auth: Auth, link: IdentityLink | null): Promise<UserStanding | null> {
  const standing = link === null ? null : await standingFor(auth, link.user_id)
  return link === null || standing === null || hasEnded(link, standing) ? null : standing
}

/** Whether its user has had another password since. */
async function isOver({ execute }: Auth, link: IdentityLink | null): Promise<boolean> {
  if (link === null) return false
  const { state: user } = await execute.load(users, link.user_id)
  return user.status !== 'absent' && hasEnded(link, user)
}

/** Checks the token, its nonce, and that it was not used before. */
async function provenIdentity(
  { social, singleUse }: Auth,
  { now }: Context,
  { provider, id_token, nonce }: SocialInput,
): Promise<SocialIdentity> {
  const identity = await social.verify(provider, id_token, now)
  const given = nonce ?? undefined
  // A token made for a nonce is worth nothing without it, and the other way round. Apple's native flow sends its hash.
  const matches = identity.nonce === given || (given !== undefined && identity.nonce === hash('sha256', given))
  const fresh = matches && (given === undefined || (await singleUse.takeValue('nonce', given, now)))
  if (!fresh) throw new Rejection('AUTH_001', { reason: 'the nonce does not fit' })
  if (!(await singleUse.spend(identity.digest, identity.expires)))
    throw new Rejection('AUTH_001', { reason: 'the id token was used before' })
  return identity
}

async function byAddress(auth: Auth, { email, authoritative }: SocialIdentity): Promise<UserStanding | null> {
  if (email === undefined) return null
  const standing = await standingFor(auth, userIdOf(auth.vault, normaliseEmail(email)))
  if (standing !== null && !authoritative)
    throw new Rejection('CONFLICT', { reason: 'log in another way and link the provider account first' })
  return standing
}

async function standingFor({ execute }: Auth, user_id: string): Promise<UserStanding | null> {
  const { state: user } = await execute.load(users, user_id)
  if (user.status === 'absent') return null
  const { state: client } = await execute.load(clients, user.client_id)
  return standingOf(user_id, user, client)
}
