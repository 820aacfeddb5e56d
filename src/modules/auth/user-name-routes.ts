import { z } from 'zod'
import { ChangeMeBody, changeMe, changeMeErrors } from '#commands/auth/change-me.ts'
import { userRole } from '#commands/auth/register-user.ts'
import { type Api, contextOf } from '#http/api.ts'
import { getMe } from '#queries/auth/get-me.ts'
import { ListUserNamesQuery, listUserNames } from '#queries/auth/list-user-names.ts'
import type { Auth } from '#services/auth/auth.ts'
import { prose } from '#values/prose.ts'
import { authOperation } from './operation.ts'
import { displayNameOrNull, MeResponse, user_id } from './schemas.ts'

const ListUserNamesResponse = z
  .object({
    data: z
      .array(z.object({ user_id, display_name: displayNameOrNull, role: userRole }))
      .describe('The users of this page, in the order of their ids.'),
  })
  .describe('Names of users; another page may follow a full one.')

const namesOperation = authOperation('user', ['AUTH_003'], {
  operationId: 'listUserNames',
  summary: 'Names of the users who did or may do something',
  description: prose(
    "Lists the names and roles of users of the caller's own client, for ids in records, such as `requested_by` and",
    '`assigned_to`, or of all who may do something: `scope=fraud:review` lists to whom an alert can be assigned. Ids',
    'of other clients, of consumers and of erased users are left out; disabled users are left out with `scope` only.',
    'The last id of a page is the `after` of the next one. New users and names appear within a second. Consumers and',
    'machines are refused.',
  ),
  querystring: ListUserNamesQuery,
  response: { 200: ListUserNamesResponse },
})
const listUserNamesOperation = {
  ...namesOperation,
  config: { ...namesOperation.config, roles: ['operator', 'admin', 'auditor', 'integrator'] as const },
}

const changeMeOperation = authOperation('user', changeMeErrors, {
  operationId: 'changeMe',
  summary: 'Change the name that your colleagues see',
  description: prose(
    'Changes the name of the current user, which colleagues see in place of the id; null removes it. AUTH_001 means',
    'that the session has ended.',
  ),
  body: ChangeMeBody,
  response: { 200: MeResponse },
})

export function userNameRoutes(api: Api, auth: Auth): void {
  api.get('/users/names', listUserNamesOperation, async ({ caller, query }) => ({
    data: await listUserNames(auth, caller.client_id, query),
  }))

  api.patch('/api/auth/me', changeMeOperation, async request => {
    const { caller } = request
    await changeMe(auth, contextOf(request, auth.now()), request.body)
    return getMe(auth, caller, await auth.sessionCache.refresh(caller, auth.now()))
  })
}
