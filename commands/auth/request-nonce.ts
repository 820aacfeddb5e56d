import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'

/** Time for a visit to the provider's login page. */
const NONCE_LIFETIME_S = 600

export async function requestNonce({ oneTimeTokens }: Pick<Auth, 'oneTimeTokens'>, { now }: Context) {
  const expires = new Date(now.getTime() + NONCE_LIFETIME_S * 1_000)
  const { challenge } = await oneTimeTokens.issue('nonce', '', expires)
  return { nonce: challenge, expires_in: NONCE_LIFETIME_S }
}
