import { hash } from 'node:crypto'
import { z } from 'zod'
import { Provider } from '#domain/auth/identities/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { Rejection } from '#values/errors.ts'
import { plainText } from '#values/text.ts'
import type { Auth } from './auth.ts'
import { device_id } from './login-device.ts'
import type { SocialIdentity } from './social.ts'
import { TOKEN_LENGTH_MAX } from './tokens.ts'

export const provider = Provider.describe('The provider of the account.')
export const SocialLoginBody = z.object({
  provider,
  id_token: z
    .string()
    .min(1)
    .max(TOKEN_LENGTH_MAX)
    .describe(
      'The id token that the provider issued within the last hour, at most 8,192 characters; it can be used once.',
    ),
  nonce: plainText(128)
    .nullish()
    .describe('From POST /api/auth/nonce, if the token was requested with it; at most 128 characters.'),
  device_id: device_id.nullish().describe('Your id of the device that the session is for, 1 to 128 characters.'),
})
export type SocialLoginBody = z.output<typeof SocialLoginBody>

/** Checks the token and its nonce, and that the token is used for the first time. Errors: AUTH_001. */
export async function verifyIdentity(
  { social, oneTimeTokens }: Pick<Auth, 'social' | 'oneTimeTokens'>,
  { now }: Context,
  { provider, id_token, nonce }: SocialLoginBody,
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
