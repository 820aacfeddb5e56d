import { randomBytes } from 'node:crypto'
import { credentials } from '#domain/auth/credentials/decider.ts'
import type { Auth } from '#services/auth/auth.ts'
import { CHALLENGE_BYTES, type Challenge } from '#services/auth/one-time-tokens.ts'
import { newId } from '#values/ids.ts'

/** Long enough for a finger on a sensor. */
export const CHALLENGE_LIFETIME_S = 120
/** Long enough for a visit to a provider's login page. */
export const NONCE_LIFETIME_S = 600

/**
 * A challenge for one credential, or (without one) for a registration. An unknown credential gets one that looks the same
 * and is good for nothing.
 */
export async function requestChallenge(auth: Auth, now: Date, credentialId: string | undefined): Promise<Challenge> {
  const expires = new Date(now.getTime() + CHALLENGE_LIFETIME_S * 1_000)
  if (credentialId === undefined) return auth.oneTimeTokens.issue('biometric', '', expires)
  const { state } = await auth.execute.load(credentials, credentialId)
  if (state.status === 'active') return auth.oneTimeTokens.issue('biometric', credentialId, expires)
  return { challenge_id: newId('chl'), challenge: randomBytes(CHALLENGE_BYTES).toString('base64url') }
}

/** A nonce to put into the request for an id token. */
export async function requestNonce(auth: Auth, now: Date): Promise<string> {
  const { challenge } = await auth.oneTimeTokens.issue('nonce', '', new Date(now.getTime() + NONCE_LIFETIME_S * 1_000))
  return challenge
}
