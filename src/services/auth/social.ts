import { hash } from 'node:crypto'
import { createRemoteJWKSet, errors, type JWTPayload, jwtVerify } from 'jose'
import { z } from 'zod'
import { PROVIDERS, Provider } from '#domain/auth/identities/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { Rejection } from '#values/errors.ts'
import { plainText } from '#values/text.ts'
import type { AuthConfig } from './config.ts'
import { device_id } from './login-device.ts'
import type { OneTimeTokens } from './one-time-tokens.ts'
import { TOKEN_LENGTH_MAX } from './tokens.ts'

/** SOCIAL_PROVIDERS can override these, for example with a test issuer. */
const DEFAULTS: Record<Provider, { issuers: string[]; jwks_uri: string }> = {
  google: {
    issuers: ['https://accounts.google.com', 'accounts.google.com'],
    jwks_uri: 'https://www.googleapis.com/oauth2/v3/certs',
  },
  apple: { issuers: ['https://appleid.apple.com'], jwks_uri: 'https://appleid.apple.com/auth/keys' },
}
const ALGORITHMS = ['RS256']
const CLOCK_TOLERANCE_S = 30
const AGE_MAX = '1h'
const JWKS_OPTIONS = { timeoutDuration: 3_000, cooldownDuration: 30_000, cacheMaxAge: 600_000 }

/** Apple has sent booleans as strings. */
const flag = z.union([z.boolean(), z.enum(['true', 'false']).transform(text => text === 'true')])
const Claims = z.object({
  sub: z.string().min(1),
  exp: z.int(),
  nonce: z.string().optional(),
  email: z.string().optional(),
  email_verified: flag.optional(),
  hd: z.string().optional(),
})

export function createSocial({ SOCIAL_PROVIDERS }: Pick<AuthConfig, 'SOCIAL_PROVIDERS'>) {
  const configured = new Map(
    PROVIDERS.flatMap(provider => {
      const own = SOCIAL_PROVIDERS[provider]
      if (own === undefined) return []
      const { issuers, jwks_uri } = DEFAULTS[provider]
      const keys = createRemoteJWKSet(new URL(own.jwks_uri ?? jwks_uri), JWKS_OPTIONS)
      return [[provider, { issuer: own.issuers ?? issuers, audience: own.audiences, keys }] as const]
    }),
  )

  return {
    /** INVALID_REQUEST for an unconfigured provider, AUTH_001, SERVICE_UNAVAILABLE without the provider's keys. */
    async verify(provider: Provider, idToken: string, now: Date): Promise<SocialIdentity> {
      const settings = configured.get(provider)
      if (settings === undefined)
        throw new Rejection('INVALID_REQUEST', { field: 'provider', reason: 'is not configured' })
      const { issuer, audience, keys } = settings
      try {
        const { payload } = await jwtVerify(idToken, keys, {
          ...{ algorithms: ALGORITHMS, issuer, audience, requiredClaims: ['sub', 'exp', 'iat'] },
          ...{ maxTokenAge: AGE_MAX, clockTolerance: CLOCK_TOLERANCE_S, currentDate: now },
        })
        return identityOf(provider, payload, idToken)
      } catch (error) {
        throw asRejection(error)
      }
    },
  }
}

export type SocialIdentity = ReturnType<typeof identityOf>

/** Of a verified id token. `email` only if the provider has verified it. */
function identityOf(provider: Provider, payload: JWTPayload, idToken: string) {
  const { sub, nonce, email, email_verified = false, hd, exp } = Claims.parse(payload)
  const runsMailbox = provider === 'apple' || hd !== undefined || email?.toLowerCase().endsWith('@gmail.com') === true
  return {
    ...{ provider, sub, nonce },
    email: email_verified ? email : undefined,
    /** Whether the provider runs the mailbox, which makes its statement about the address proof. */
    isAuthoritative: email_verified && runsMailbox,
    /** A digest of the signed part: a signature has many encodings (spare bits of base64url, white space). */
    digest: hash('sha256', idToken.slice(0, idToken.lastIndexOf('.'))),
    expires: new Date((exp + CLOCK_TOLERANCE_S) * 1_000),
  }
}

function asRejection(error: unknown): Rejection {
  const isUnavailable =
    error instanceof errors.JWKSTimeout ||
    error instanceof errors.JWKSInvalid ||
    (error instanceof errors.JOSEError && error.code === 'ERR_JOSE_GENERIC') ||
    error instanceof TypeError
  const reason = isUnavailable ? "the provider's keys can't be fetched" : 'the id token is not valid'
  return new Rejection(isUnavailable ? 'SERVICE_UNAVAILABLE' : 'AUTH_001', { reason }, { cause: error })
}

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
  { social, oneTimeTokens }: { social: ReturnType<typeof createSocial>; oneTimeTokens: OneTimeTokens },
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
