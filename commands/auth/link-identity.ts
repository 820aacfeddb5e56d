import { type IdentityLink, identities } from '#domain/auth/identities/decider.ts'
import { hasPasswordChanged } from '#domain/auth/password-binding.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { type SocialLoginBody, verifyIdentity } from '#services/auth/social.ts'
import type { ErrorCode } from '#values/errors.ts'

/** CONFLICT: another user has the account. */
export const linkIdentityErrors = ['AUTH_003', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Errors also: AUTH_001. */
export async function linkIdentity(
  auth: Auth,
  context: Context,
  { sid, ...input }: SocialLoginBody & { sid: string },
): Promise<void> {
  const session = { sid, sub: context.actor.sub }
  const { user_id, password_changes } = await auth.sessionCache.refreshUser(session, context.now)
  const identity = await verifyIdentity(auth, context, input)
  const identity_id = identities.id(identity.provider, identity.sub)
  const { link } = (await auth.execute.load(identities, identity_id)).state
  const ended = (await isLinkEnded(auth, link)) ? link : null
  const { provider } = input
  const command = { type: 'link', by: 'user', user_id, provider, password_changes, ended } as const
  await auth.execute.run(identities, identity_id, command, context)
}

async function isLinkEnded({ execute }: Auth, link: IdentityLink | null): Promise<boolean> {
  if (link === null) return false
  const { state: user } = await execute.load(users, link.user_id)
  return user.status !== 'absent' && hasPasswordChanged(link, user)
}
