import { sql } from 'slonik'
import { z } from 'zod'
import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { platformRoleScopes, ROLE_NAMES, roleScopes, SCOPES, type Scope } from '#domain/auth/roles.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { UserRow } from '#projections/auth/users.ts'
import type { Service } from '#service.ts'
import { fieldRejection } from '#values/errors.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { openDisplayName } from './get-user.ts'
import { ListClientsQuery } from './list-clients.ts'

const IDS_MAX = 100

const ids = plainText(IDS_MAX * (ID_LENGTH_MAX + 1))
  .transform(text => text.split(','))
  .pipe(z.array(z.string().min(1).max(ID_LENGTH_MAX)).max(IDS_MAX))

export const ListUserNamesQuery = ListClientsQuery.extend({
  ids: ids
    .optional()
    .describe(`Ids of users, at most ${IDS_MAX}, separated by commas. Those that are not known are left out.`),
  scope: z
    .enum(SCOPES)
    .optional()
    .describe('A scope, in place of `ids`: the active users whose role has it, such as `fraud:review`.'),
})

const Row = UserRow.pick({ user_id: true, display_name_sealed: true, role: true })

/** Users of one client, without consumers. Errors: INVALID_REQUEST unless one of `ids` and `scope` is given. */
export async function listUserNames(
  { db, vault }: Pick<Service, 'db' | 'vault'>,
  client_id: string,
  { ids, scope, after, limit }: z.output<typeof ListUserNamesQuery>,
) {
  if ((ids === undefined) === (scope === undefined))
    throw fieldRejection('INVALID_REQUEST', [
      { field: 'ids', reason: 'must be given, or `scope` in its place, and not both' },
    ])
  const isWanted =
    scope === undefined
      ? sql.fragment`user_id = any(${sql.array(ids ?? [], 'text')})`
      : sql.fragment`status = 'active' and role = any(${sql.array(rolesWith(scope, client_id), 'text')})`
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select user_id, display_name_sealed, role from read.users
      where client_id = ${client_id} and role <> 'consumer' and ${isWanted} and user_id > ${after}
      order by user_id limit ${limit}`),
  )
  return Promise.all(
    rows.map(async ({ user_id, display_name_sealed, role }) => ({
      ...{ user_id, display_name: await openDisplayName(vault, user_id, display_name_sealed), role },
    })),
  )
}

function rolesWith(scope: Scope, client_id: string): string[] {
  const more = client_id === PLATFORM_CLIENT_ID ? platformRoleScopes : {}
  return ROLE_NAMES.filter(role => roleScopes[role].includes(scope) || more[role]?.includes(scope))
}
