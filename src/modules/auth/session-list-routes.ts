import { z } from 'zod'
import { endSession, endSessionErrors } from '#commands/auth/end-session.ts'
import { LoginMethod } from '#domain/auth/sessions/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { authSessions } from '#projections/auth/sessions.ts'
import { ListSessionsQuery, listSessions } from '#queries/auth/list-sessions.ts'
import type { Auth } from '#services/auth/auth.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { assertUserVisible } from './admin-routes.ts'
import { adminOperation, authOperation } from './operation.ts'
import { UserParams } from './schemas.ts'

const session_id = z.string().describe('The session: `ses_` and a UUID.')
const SessionParams = z.object({ session_id })

const ListSessionsResponse = z
  .object({
    data: z
      .array(
        z.object({
          session_id,
          method: LoginMethod.describe('How the user logged in.'),
          device_id: z.string().nullable().describe('Your id of the device, as the login named it; null without one.'),
          logged_in_at: timestamp('When the session was opened'),
          last_refreshed_at: timestampOrNull('When it was last refreshed, to the minute; null if never'),
          is_current: z.boolean().describe('Whether it is the session of this request.'),
        }),
      )
      .describe('The sessions of this page, the newest login first.'),
    pagination,
  })
  .describe('A page of open sessions of a user.')

const ENDS = prose(
  'A session ends 30 days after its login or 14 days after its last refresh, with a logout, a new password, or when an',
  'administrator ends it. Ended sessions are not listed.',
)

const listOwnSessionsOperation = authOperation('user', ['AUTH_003'], {
  operationId: 'listOwnSessions',
  summary: 'The open sessions of the current user',
  description: prose('Lists the open sessions of the current user page by page, the newest login first.', ENDS),
  querystring: ListSessionsQuery,
  response: { 200: ListSessionsResponse },
})

const endOwnSessionOperation = authOperation('user', endSessionErrors, {
  operationId: 'endOwnSession',
  summary: 'End a session of the current user',
  description: prose(
    'Ends a session of the current user, which may be the one of this request; within 5 s none of its tokens works any',
    'more. A repeat is not an error. NOT_FOUND means that the user has no such session.',
  ),
  params: SessionParams,
  response: {
    200: z
      .object({ session_id, status: z.literal('ended').describe('Always `ended`.') })
      .describe('The session is over; its tokens do not work any more.'),
  },
})

const listUserSessionsOperation = adminOperation(['NOT_FOUND'], {
  operationId: 'listUserSessions',
  summary: 'The open sessions of a user',
  description: prose(
    'Lists the open sessions of a user page by page, the newest login first.',
    ENDS,
    '`revoke_sessions` of the user ends them all. NOT_FOUND means that the user does not exist or is not visible to the',
    'caller.',
  ),
  params: UserParams,
  querystring: ListSessionsQuery,
  response: { 200: ListSessionsResponse },
})

export function sessionListRoutes(api: Api, auth: Auth): void {
  async function list(user_id: string, query: z.output<typeof ListSessionsQuery>, sid: string) {
    // So that a session that the caller has just ended is not listed.
    if (query.cursor === undefined) await waitForCheckpoint(auth, authSessions)
    const { page, pagination } = await listSessions(auth, user_id, query, auth.now())
    const data = page.map(({ opened_at: logged_in_at, refreshed_at: last_refreshed_at, ...session }) => ({
      ...{ ...session, logged_in_at, last_refreshed_at, is_current: session.session_id === sid },
    }))
    return { data, pagination }
  }

  api.get('/api/auth/sessions', listOwnSessionsOperation, async ({ caller, query }) =>
    list(caller.sub, query, caller.sid),
  )

  api.delete('/api/auth/sessions/:session_id', endOwnSessionOperation, async request => {
    await endSession(auth, contextOf(request, auth.now()), request.params)
    return { session_id: request.params.session_id, status: 'ended' as const }
  })

  const listUserSessionsRoute = { ...listUserSessionsOperation, preValidation: assertUserVisible(auth) }
  api.get('/admin/users/:user_id/sessions', listUserSessionsRoute, async ({ params, query, caller }) =>
    list(params.user_id, query, caller.sid),
  )
}
