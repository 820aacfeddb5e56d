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
import { authOperation } from './operation.ts'
import texts from './operations.json' with { type: 'json' }
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

const loginOperation = authOperation('login', 'public', loginErrors, {
  body: LoginBody,
  response: { 200: TokenSetResponse },
})

const refreshOperation = authOperation('refresh', 'public', refreshErrors, {
  body: RefreshBody,
  response: { 200: RefreshResponse },
})

const logoutOperation = authOperation('logout', 'public', logoutErrors, {
  body: LogoutBody,
  response: { 200: LogoutResponse },
})

const meOperation = authOperation('me', 'any', [], { response: { 200: MeResponse } })

const changePasswordOperation = authOperation('changePassword', 'user', changePasswordErrors, {
  body: ChangePasswordBody,
  response: { 200: ChangePasswordResponse },
})

const jwksOperation = {
  config: { scope: 'public', limit: 'none' },
  schema: {
    tags: ['operations'],
    operationId: 'jwks',
    ...texts.jwks,
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
    await logOut(auth, anonymousContextOf(request, auth.now()), { refresh_token, access_token })
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
