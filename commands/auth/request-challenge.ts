import { randomBytes } from 'node:crypto'
import { credentials } from '#domain/auth/credentials/decider.ts'
import type { Auth } from '#services/auth/auth.ts'
import { CHALLENGE_BYTES, type Challenge } from '#services/auth/one-time-tokens.ts'
import { newId } from '#values/ids.ts'

/** Time for a biometric prompt. */
export const CHALLENGE_LIFETIME_S = 120
/** Time for a visit to the provider's login page. */
export const NONCE_LIFETIME_S = 600

/**
 * Issues a challenge for one credential, or for a registration. An unknown credential gets a challenge that verifies
 * nothing, so that the response does not reveal which credentials exist.
 */
export async function requestChallenge(auth: Auth, now: Date, credentialId: string | undefined): Promise<Challenge> {
  const expires = new Date(now.getTime() + CHALLENGE_LIFETIME_S * 1_000)
  if (credentialId === undefined) return auth.oneTimeTokens.issue('biometric', '', expires)
  const { state } = await auth.execute.load(credentials, credentialId)
  if (state.status === 'active') return auth.oneTimeTokens.issue('biometric', credentialId, expires)
  return { challenge_id: newId('chl'), challenge: randomBytes(CHALLENGE_BYTES).toString('base64url') }
}

export async function requestNonce(auth: Auth, now: Date): Promise<string> {
  const { challenge } = await auth.oneTimeTokens.issue('nonce', '', new Date(now.getTime() + NONCE_LIFETIME_S * 1_000))
  return challenge
}
