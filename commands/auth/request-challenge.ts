import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { credentials } from '#domain/auth/credentials/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { webauthnOrigins } from '#services/auth/config.ts'
import { CHALLENGE_BYTES } from '#services/auth/one-time-tokens.ts'
import { newId } from '#values/ids.ts'
import { plainText } from '#values/text.ts'

/** Time for a biometric prompt. */
const CHALLENGE_LIFETIME_S = 120

export const ChallengeBody = z
  .object({
    credential_id: plainText(128)
      .nullish()
      .describe('The key for a login, at most 128 characters; omit it to register one, or for any WebAuthn key.'),
  })
  .nullish()

/** An unknown credential gets a challenge that verifies nothing: the response must not reveal which ones exist. */
export async function requestChallenge(
  { execute, oneTimeTokens, config }: Pick<Auth, 'execute' | 'oneTimeTokens' | 'config'>,
  { now }: Context,
  body: z.output<typeof ChallengeBody>,
) {
  const credential_id = body?.credential_id ?? ''
  const isUnknown = credential_id !== '' && (await execute.load(credentials, credential_id)).state.status !== 'active'
  const challenge = isUnknown
    ? { challenge_id: newId('chl'), challenge: randomBytes(CHALLENGE_BYTES).toString('base64url') }
    : await oneTimeTokens.issue('biometric', credential_id, new Date(now.getTime() + CHALLENGE_LIFETIME_S * 1_000))
  const webauthn = { rp_id: config.WEBAUTHN_RP_ID, origins: webauthnOrigins(config) }
  return { ...challenge, expires_in: CHALLENGE_LIFETIME_S, webauthn }
}
