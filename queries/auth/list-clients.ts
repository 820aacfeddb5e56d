import { sql } from 'slonik'
import { z } from 'zod'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { ClientRow } from '#projections/auth/clients.ts'
import type { Service } from '#service.ts'
import { plainText } from '#values/text.ts'
import type { ClientView } from './get-client.ts'

const LIMIT_MAX = 100
export const ListClientsQuery = z.strictObject({
  after: plainText(128)
    .default('')
    .describe('The last id of the previous page, at most 128 characters; omit it for the first page.'),
  limit: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, `must be a whole number from 1 to ${LIMIT_MAX}`)
    .transform(Number)
    .refine(n => n <= LIMIT_MAX, `must be at most ${LIMIT_MAX}`)
    .default(LIMIT_MAX)
    .describe(`Entries on a page, 1 to ${LIMIT_MAX}.`),
})
const Row = ClientRow.omit({ revision: true })

/** The order of ids is the order of onboarding. */
export async function listClients(
  { db }: Pick<Service, 'db'>,
  { after, limit }: z.output<typeof ListClientsQuery>,
): Promise<ClientView[]> {
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select client_id, name, tier, agreed_per_minute, agreed_per_day, sms_quota, country, status, created_at from read.clients
      where client_id > ${after} order by client_id limit ${limit}`),
  )
  return rows.map(({ agreed_per_minute, agreed_per_day, ...row }) => ({
    ...row,
    agreed_limit: agreed_per_minute === null ? null : { per_minute: agreed_per_minute, per_day: agreed_per_day },
  }))
}
