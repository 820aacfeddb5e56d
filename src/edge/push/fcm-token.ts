import { importPKCS8, SignJWT } from 'jose'
import { Agent, request } from 'undici'
import { z } from 'zod'
import type { FcmAccess } from '#config/push-access.ts'

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging'
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer'
/** What Google allows an assertion. */
const ASSERTION_S = 3_600
const ANSWER_MS_MAX = 8_000
/** A token is not used in its last minute. */
const LAST_MS = 60_000

const Granted = z.object({ access_token: z.string().min(1), expires_in: z.number().positive() })

/** Google does not take the service account; anything else is an answer that did not come. */
export class GrantRefused extends Error {
  constructor(status: number) {
    super(`the token endpoint refused the service account with ${status}`)
    this.name = 'GrantRefused'
  }
}

/**
 * Access tokens of a service account, each asked for once: the library would ask Google's own host, whatever `token_uri` says, and ask again with
 * every message in the last five minutes of one.
 */
export function createFcmTokens({ clientEmail, privateKey, tokenUri, ca }: FcmAccess) {
  const agent = new Agent(ca === undefined ? {} : { connect: { ca } })
  let held: { access_token: string; until: number } | undefined
  let asking: Promise<{ access_token: string; until: number }> | undefined

  async function ask() {
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(clientEmail)
      .setAudience(tokenUri)
      .setIssuedAt()
      .setExpirationTime(`${ASSERTION_S}s`)
      .sign(await importPKCS8(privateKey, 'RS256'))
    const answer = await request(tokenUri, {
      ...{ method: 'POST', dispatcher: agent, signal: AbortSignal.timeout(ANSWER_MS_MAX) },
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ grant_type: GRANT, assertion }).toString(),
    })
    if (answer.statusCode !== 200) {
      await answer.body.dump()
      if (answer.statusCode >= 400 && answer.statusCode < 500 && answer.statusCode !== 429)
        throw new GrantRefused(answer.statusCode)
      throw Object.assign(new Error(`the token endpoint answered ${answer.statusCode}`), { code: 'NO_GRANT' })
    }
    const { access_token, expires_in } = Granted.parse(await answer.body.json())
    held = { access_token, until: performance.now() + expires_in * 1_000 }
    return held
  }

  return {
    /** As the library wants it. */
    async getAccessToken(): Promise<{ access_token: string; expires_in: number }> {
      asking ??= held !== undefined && held.until - performance.now() > LAST_MS ? Promise.resolve(held) : ask()
      const token = await asking.finally(() => {
        asking = undefined
      })
      return { access_token: token.access_token, expires_in: Math.floor((token.until - performance.now()) / 1_000) }
    },
    /** FCM does not take it, although its time is not over. */
    forget() {
      held = undefined
    },
    close: () => agent.destroy(),
  }
}
