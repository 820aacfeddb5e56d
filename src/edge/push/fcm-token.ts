import { importPKCS8, SignJWT } from 'jose'
import { Agent, request } from 'undici'
import { z } from 'zod'
import type { FcmAccess } from '#config/push-access.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT_TYPE = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
const ASSERTION_LIFETIME_S = 3_600
const RESPONSE_MS_MAX = 8_000
const EXPIRY_MARGIN_MS = 60_000

const TokenResponse = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Google rejects the service account; all other failures are retried. */
export class GrantRefused extends Error {
  constructor(status: number) {
    super(`the token endpoint refused the service account with ${status}`)
    this.name = 'GrantRefused'
  }
}

/**
 * Access tokens of a service account. The library would always use Google's own host instead of `token_uri`, and
 * request a new token with every message in the last five minutes of one.
 */
export function createFcmTokens({ clientEmail, privateKey, tokenUri, ca }: FcmAccess) {
  const agent = new Agent(ca === undefined ? {} : { connect: { ca } })
  let cached: { access_token: string; until: number } | undefined
  let pending: Promise<{ access_token: string; until: number }> | undefined

  async function requestToken() {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt()
      .setExpirationTime(`${ASSERTION_LIFETIME_S}s`)
      .sign(await importPKCS8(privateKey, 'RS256'))
    const response = await request(tokenUri, {
      ...{ method: 'POST', dispatcher: agent, signal: AbortSignal.timeout(RESPONSE_MS_MAX) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT_TYPE, assertion }).toString(),
    })
    if (response.statusCode !== 200) {
      await response.body.dump()
      if (response.statusCode >= 400 && response.statusCode < 500 && response.statusCode !== 429)
        throw new GrantRefused(response.statusCode)
      throw Object.assign(new Error(`the token endpoint answered ${response.statusCode}`), { code: 'NO_GRANT' })
    }
    const { access_token, expires_in } = TokenResponse.parse(await response.body.json())
    cached = { access_token, until: performance.now() + expires_in * 1_000 }
    return cached
  }

  return {
    async getAccessToken(): Promise<{ access_token: string; expires_in: number }> {
      pending ??=
        cached !== undefined && cached.until - performance.now() > EXPIRY_MARGIN_MS
          ? Promise.resolve(cached)
          : requestToken()
      const token = await pending.finally(() => {
        pending = undefined
      })
      return { access_token: token.access_token, expires_in: Math.floor((token.until - performance.now()) / 1_000) }
    },
    discard() {
      cached = undefined
    },
    close: () => agent.destroy(),
  }
}
