import { ChangePasswordBody, changeOwnPassword, changePasswordErrors } from '#commands/auth/change-own-password.ts'
import { LoginBody, logIn, loginErrors } from '#commands/auth/log-in.ts'
import { LogoutBody, logOut, logoutErrors } from '#commands/auth/log-out.ts'
import { RefreshBody, refreshErrors, refreshSession } from '#commands/auth/refresh-session.ts'
import { type Api, anonymousContextOf, contextOf } from '#http/api.ts'
import { setRateLimitHeaders } from '#http/guard.ts'
import { parseBearerToken } from '#http/parse-bearer-token.ts'
import { getMe } from '#queries/auth/get-me.ts'
import type { Auth } from '#services/auth/auth.ts'
import { userAgentOf } from '#services/auth/login-device.ts'
import { prose } from '#values/prose.ts'
import { authOperation } from './operation.ts'
import {
  ChangePasswordResponse,
  JwksResponse,
  LogoutResponse,
  MeResponse,
  RefreshResponse,
  TokenSetResponse,
} from './schemas.ts'

/** Verifiers cache the keys this long, so a new key is published at least this long before it signs. */
const JWKS_MAX_AGE_S = 600

const loginOperation = authOperation('public', loginErrors, {
  operationId: 'login',
  summary: 'Log in by e-mail and password',
  description: prose(
    'Opens a session and returns its tokens. An unknown address, a wrong password and a disabled user get the same',
    'AUTH_001: do not repeat the request unchanged, because wrong passwords lock the account for a while',
    '(AUTH_004, with the seconds in `Retry-After`). Log in once and keep the tokens.',
  ),
  body: LoginBody,
  response: { 200: TokenSetResponse },
})

const refreshOperation = authOperation('public', refreshErrors, {
  operationId: 'refresh',
  summary: 'Get a new access token',
  description: prose(
    'Issues another access token for an open session, with the current scopes of its user; the refresh token stays',
    'the same. Refresh shortly before the access token expires. AUTH_001 means that the session has ended,',
    'AUTH_002 that its 30 days are over: log in again.',
  ),
  body: RefreshBody,
  response: { 200: RefreshResponse },
})

const logoutOperation = authOperation('public', logoutErrors, {
  operationId: 'logout',
  summary: 'End the session of a Bearer token or of a refresh token',
  description: prose(
    'Ends the session of a Bearer token or a refresh token, which invalidates both. A repeat is not an error.',
    'With `everywhere` every session of the user ends, within 5 s; keys and linked logins stay. AUTH_001 means that',
    'the request has no token of a session, or with `everywhere` that the session has ended.',
  ),
  body: LogoutBody,
  response: { 200: LogoutResponse },
})

const meOperation = authOperation('any', [], {
  operationId: 'me',
  summary: 'The current user',
  description: prose(
    'Returns the owner of the token and its scopes. AUTH_001 means that the session has ended, AUTH_002 that the',
    'access token has expired: refresh it.',
  ),
  response: { 200: MeResponse },
})

const changePasswordOperation = authOperation('user', changePasswordErrors, {
  operationId: 'changePassword',
  summary: 'Change your own password; every session, key and linked login ends',
  description: prose(
    'Sets a new password for the current user, who proves to know the current one. Every session ends, including',
    'this one, as do all keys and linked logins: log in again, register keys again and link accounts again.',
    'AUTH_001 means that the current password is wrong, AUTH_004 that it was wrong too often.',
  ),
  body: ChangePasswordBody,
  response: { 200: ChangePasswordResponse },
})

const jwksOperation = {
  config: { scope: 'public', limit: 'none' },
  schema: {
    tags: ['operations'],
    operationId: 'jwks',
    summary: 'Public keys that verify access tokens and audit exports',
    description: prose(
      'Publishes the keys that sign access tokens (only `ES256`) and those of the audit (`EdDSA`). Cache them for',
      'as long as `Cache-Control` allows; a new key is published before it signs.',
    ),

    response: { 200: JwksResponse },
  },
} as const

/** Source: the spec, "Authentication module". */
export function sessionRoutes(api: Api, auth: Auth): void {
  api.post('/api/auth/login', loginOperation, async request =>
    logIn(auth, anonymousContextOf(request, auth.now()), { ...request.body, ...userAgentOf(request) }),
  )

  api.post('/api/auth/refresh', refreshOperation, async (request, reply) =>
    refreshSession(auth, anonymousContextOf(request, auth.now()), request.body, verdict =>
      setRateLimitHeaders(reply, verdict),
    ),
  )

  api.post('/api/auth/logout', logoutOperation, async request => {
    const refresh_token = request.body?.refresh_token ?? undefined
    const access_token = parseBearerToken(request.headers)
    const everywhere = request.body?.everywhere ?? false
    await logOut(auth, anonymousContextOf(request, auth.now()), { refresh_token, access_token, everywhere })
    return { status: 'logged_out' as const }
  })

  api.get('/api/auth/me', meOperation, async ({ caller }) =>
    getMe(auth, caller, await auth.sessionCache.get(caller, auth.now())),
  )

  api.post('/api/auth/password', changePasswordOperation, async request => {
    await changeOwnPassword(auth, contextOf(request, auth.now()), request.body)
    auth.sessionCache.invalidate(request.caller.sid)
    return { status: 'changed' as const }
  })

  api.get('/.well-known/jwks.json', jwksOperation, async (_request, reply) =>
    reply.header('cache-control', `public, max-age=${JWKS_MAX_AGE_S}`).send(auth.keys.jwks),
  )
}
