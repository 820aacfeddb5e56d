import { sql } from 'slonik'
import { z } from 'zod'
import { ROLE_NAMES } from '#domain/auth/roles.ts'
import type { UserView } from '#domain/auth/users/record.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { Service } from '#service.ts'

const Row = z.object({
  user_id: z.string(),
  client_id: z.string(),
  email_sealed: z.string(),
  role: z.enum(ROLE_NAMES),
  status: z.enum(['active', 'disabled']),
  created_at: z.string(),
})

/** From the read model `users`, in the order of their ids. */
export async function listUsers(
  { db, vault }: Service,
  { client_id, after, limit }: { client_id: string; after: string; limit: number },
): Promise<UserView[]> {
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select user_id, client_id, email_sealed, role, status, created_at from read.users
      where client_id = ${client_id} and user_id > ${after} order by user_id limit ${limit}`),
  )
  return Promise.all(
    rows.map(async ({ email_sealed, ...row }) => ({
      ...row,
      email: await vault.open(email_sealed, `${row.user_id}|email`),
    })),
  )
}
