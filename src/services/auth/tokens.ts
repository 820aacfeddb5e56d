import { randomUUID } from 'node:crypto'
import { errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import { Tier } from '#domain/auth/clients/events.ts'
import { CALLER_ROLES, SCOPES } from '#domain/auth/roles.ts'
import { SESSION_LIFETIME_S } from '#domain/auth/sessions/events.ts'
import { Rejection } from '#values/errors.ts'
import { ALGORITHM, type SigningKeys } from './keys.ts'

/** Source: the spec, "Access token: expires_in 3600 seconds". */
export const ACCESS_TOKEN_LIFETIME_S = 3_600
/** Longer than tokens of this service or of the login providers. */
export const TOKEN_LENGTH_MAX = 8_192
/** The clock of another instance may be ahead by this much. Expiry is exact by our own clock. */
const CLOCK_TOLERANCE_S = 30
const ISSUER = 'security-service'
const ACCESS = { typ: 'at+jwt', audience: 'security-service-api' }
const REFRESH = { typ: 'rt+jwt', audience: 'security-service-refresh' }

const commonClaims = { sub: z.string(), sid: z.string(), jti: z.string(), iat: z.int(), exp: z.int() }
const AccessClaims = z.object({
  ...commonClaims,
  client_id: z.string(),
  role: z.enum(CALLER_ROLES),
  scope: z.string().transform(text => SCOPES.filter(scope => text.split(' ').includes(scope))),
  tier: Tier,
})
const RefreshClaims = z.object(commonClaims)

export type AccessClaims = z.infer<typeof AccessClaims>
export type RefreshClaims = z.infer<typeof RefreshClaims>

type TokenSubject = Omit<AccessClaims, 'jti' | 'iat' | 'exp' | 'scope'> & { scopes: readonly string[] }

/** Whether the session is still open is checked by session-cache.ts. */
export function createTokens(keys: SigningKeys, now: () => Date) {
  function issue(kind: typeof ACCESS, lifetimeS: number, claims: Record<string, unknown>) {
    const iat = Math.floor(now().getTime() / 1_000)
    return new SignJWT({ ...claims, jti: randomUUID() })
      .setProtectedHeader({ alg: ALGORITHM, typ: kind.typ, kid: keys.kid })
      .setIssuer(ISSUER)
      .setAudience(kind.audience)
      .setIssuedAt(iat)
      .setExpirationTime(iat + lifetimeS)
      .sign(keys.sign)
  }

  /** AUTH_002 for an expired token, AUTH_001 for any other that is invalid. */
  async function verify<T extends { iat: number; exp: number }>(
    token: string,
    kind: typeof ACCESS,
    claims: z.ZodType<T>,
  ) {
    const currentDate = now()
    const nowS = currentDate.getTime() / 1_000
    try {
      const clock = { currentDate, clockTolerance: CLOCK_TOLERANCE_S }
      const options = { algorithms: [ALGORITHM], issuer: ISSUER, ...kind, ...clock }
      const parsed = claims.parse((await jwtVerify(token, keys.verify, options)).payload)
      // jose applies the tolerance to `exp` too.
      if (parsed.exp <= nowS) throw new Rejection('AUTH_002')
      // jose uses `iat` only to compute an age, but a token from the future is not ours.
      if (parsed.iat > nowS + CLOCK_TOLERANCE_S) throw new Rejection('AUTH_001', { reason: 'issued in the future' })
      return parsed
    } catch (error) {
      if (error instanceof errors.JWTExpired) throw new Rejection('AUTH_002')
      if (error instanceof errors.JOSEError || error instanceof z.ZodError)
        throw new Rejection('AUTH_001', { reason: 'not a valid token' }, { cause: error })
      throw error
    }
  }

  return {
    issueAccess: ({ scopes, ...subject }: TokenSubject) =>
      issue(ACCESS, ACCESS_TOKEN_LIFETIME_S, { ...subject, scope: scopes.join(' ') }),
    issueRefresh: ({ sub, sid }: Pick<TokenSubject, 'sub' | 'sid'>) => issue(REFRESH, SESSION_LIFETIME_S, { sub, sid }),
    verifyAccess: (token: string) => verify(token, ACCESS, AccessClaims),
    verifyRefresh: (token: string) => verify(token, REFRESH, RefreshClaims),
  }
}
