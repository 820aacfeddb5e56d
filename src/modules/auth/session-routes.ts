import { changeOwnPassword } from '#commands/auth/change-own-password.ts'
import { logIn } from '#commands/auth/log-in.ts'
import { logOut } from '#commands/auth/log-out.ts'
import { refreshSession } from '#commands/auth/refresh-session.ts'
import { type Api, anonymousContextOf, contextOf } from '#http/api.ts'
import { bearerOf } from '#http/bearer.ts'
import { showLimit } from '#http/guard.ts'
import { whoAmI } from '#queries/auth/who-am-i.ts'
import type { Auth } from './auth.ts'
import {
  ChangePasswordBody,
  Jwks,
  LoggedOut,
  LoginBody,
  LogoutBody,
  Me,
  PasswordChanged,
  RefreshBody,
  RefreshedToken,
  TokenSet,
} from './schemas.ts'

/** Verifiers may keep the published keys this long; a new key is published at least this long before it signs. */
const JWKS_MAX_AGE_S = 600

/** The spec's "Authentication module". */
export function sessionRoutes(api: Api, auth: Auth): void {
  const described = { tags: ['auth'] }

  api.post(
    '/api/auth/login',
    {
      config: { scope: 'public', errors: ['AUTH_001', 'AUTH_004'] },
      schema: {
        ...described,
        operationId: 'login',
        summary: 'Log in by e-mail and password',
        body: LoginBody,
        response: { 200: TokenSet },
      },
    },
    async request => logIn(auth, anonymousContextOf(request, auth.now()), request.body),
  )

  api.post(
    '/api/auth/refresh',
    {
      config: { scope: 'public', errors: ['AUTH_001', 'AUTH_002'] },
      schema: {
        ...described,
        operationId: 'refresh',
        summary: 'Get a new access token',
        body: RefreshBody,
        response: { 200: RefreshedToken },
      },
    },
    async (request, reply) =>
      refreshSession(auth, anonymousContextOf(request, auth.now()), request.body.refresh_token, verdict =>
        showLimit(reply, verdict),
      ),
  )

  api.post(
    '/api/auth/logout',
    {
      config: { scope: 'public', errors: ['AUTH_001', 'AUTH_002'] },
      schema: {
        ...described,
        operationId: 'logout',
        summary: 'End the session of a Bearer token or of a refresh token',
        body: LogoutBody,
        response: { 200: LoggedOut },
      },
    },
    async request => {
      const refresh_token = request.body?.refresh_token ?? undefined
      const access_token = bearerOf(request.headers)
      await logOut(auth, anonymousContextOf(request, auth.now()), { refresh_token, access_token })
      return { status: 'logged_out' as const }
    },
  )

  api.get(
    '/api/auth/me',
    {
      config: { scope: 'any' },
      schema: { ...described, operationId: 'me', summary: 'The current user', response: { 200: Me } },
    },
    async ({ caller }) => whoAmI(auth, caller, await auth.liveness.of(caller, auth.now())),
  )

  api.post(
    '/api/auth/password',
    {
      config: { scope: 'user', errors: ['AUTH_003', 'AUTH_004'] },
      schema: {
        ...described,
        operationId: 'changePassword',
        summary: 'Change the own password; every session, key and linked login ends',
        body: ChangePasswordBody,
        response: { 200: PasswordChanged },
      },
    },
    async request => {
      await changeOwnPassword(auth, contextOf(request, auth.now()), request.body)
      auth.liveness.forget(request.caller.sid)
      return { status: 'changed' as const }
    },
  )

  api.get(
    '/.well-known/jwks.json',
    {
      config: { scope: 'public', limit: 'none' },
      schema: {
        tags: ['operations'],
        operationId: 'jwks',
        summary: 'Public keys that verify our tokens',
        response: { 200: Jwks },
      },
    },
    async (_request, reply) => reply.header('cache-control', `public, max-age=${JWKS_MAX_AGE_S}`).send(auth.keys.jwks),
  )
}
