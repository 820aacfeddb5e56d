import { normaliseEmail } from '#domain/auth/email-address.ts'
import { type IdentityLink, identities } from '#domain/auth/identities/decider.ts'
import { hasPasswordChanged } from '#domain/auth/password-binding.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Auth } from '#services/auth/auth.ts'
import { type IssuedTokens, openSession } from '#services/auth/open-session.ts'
import { findUserAccess, type UserAccess } from '#services/auth/session-cache.ts'
import { type SocialIdentity, type SocialLoginBody, verifyIdentity } from '#services/auth/social.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'

export const socialLoginErrors = ['AUTH_001', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/**
 * The provider account is recognised by its link, the first time by an address of which the provider runs the mailbox.
 * Any other verified address gets CONFLICT (log in, then link), an unknown one AUTH_001. A link that was removed, or
 * ended by a password change, gets AUTH_001 too: its user logs in and links again.
 */
export async function socialLogIn(
  auth: Auth,
  context: Context,
  input: SocialLoginBody & { user_agent: string | null },
): Promise<IssuedTokens> {
  const { provider, device_id = null, user_agent } = input
  const identity = await verifyIdentity(auth, context, input)
  const identity_id = identities.id(identity.provider, identity.sub)
  const { link, isKnown } = (await auth.execute.load(identities, identity_id)).state
  const access = isKnown ? await findAccessByLink(auth, link) : await findAccessByAddress(auth, identity)
  if (access === null) throw new Rejection('AUTH_001')
  const { user_id, client_id, role, password_changes } = access
  if (!isKnown) {
    const actor = { ...context.actor, sub: user_id, client_id, role }
    const command = { type: 'link', by: 'address', user_id, provider, password_changes, ended: null } as const
    await auth.execute.run(identities, identity_id, command, { ...context, actor })
  }
  const email = await auth.vault.open(access.email_sealed, `${user_id}|email`)
  return openSession(auth, context, access, { method: provider, device_id, user_agent, email })
}

/** Checks the link against the state that the session is opened for. */
async function findAccessByLink(auth: Auth, link: IdentityLink | null): Promise<UserAccess | null> {
  const access = link === null ? null : await findUserAccess(auth, link.user_id)
  return link === null || access === null || hasPasswordChanged(link, access) ? null : access
}

async function findAccessByAddress(auth: Auth, { email, isAuthoritative }: SocialIdentity): Promise<UserAccess | null> {
  if (email === undefined) return null
  const access = await findUserAccess(auth, userIdOf(auth.vault, normaliseEmail(email)))
  if (access !== null && !isAuthoritative)
    throw new Rejection('CONFLICT', { reason: 'log in by another method and link the provider account first' })
  return access
}
