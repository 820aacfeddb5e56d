import { sql } from 'slonik'
import type { z } from 'zod'
import { EMAIL_LENGTH_MAX } from '#domain/auth/email-address.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { UserRow } from '#projections/auth/users.ts'
import type { Service } from '#service.ts'
import { plainText } from '#values/text.ts'
import { openUserTexts, type UserView } from './get-user.ts'
import { ListClientsQuery } from './list-clients.ts'

export const ListUsersQuery = ListClientsQuery.extend({
  client_id: plainText(128).optional().describe("The client of the users; by default the caller's own."),
  email: plainText(EMAIL_LENGTH_MAX)
    .optional()
    .describe(`Only the user with this address, at most ${EMAIL_LENGTH_MAX} characters.`),
})
const Row = UserRow.omit({ revision: true })

export async function listUsers(
  { db, vault }: Pick<Service, 'db' | 'vault'>,
  { client_id, after, limit }: z.output<typeof ListClientsQuery> & { client_id: string },
): Promise<UserView[]> {
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select user_id, client_id, email_sealed, display_name_sealed, role, status, created_at from read.users
      where client_id = ${client_id} and user_id > ${after} order by user_id limit ${limit}`),
  )
  return Promise.all(
    rows.map(async ({ email_sealed, display_name_sealed, ...row }) => ({
      ...row,
      ...(await openUserTexts(vault, row.user_id, { email_sealed, display_name_sealed })),
    })),
  )
}
