import { sql } from 'slonik'
import { z } from 'zod'
import { SCOPES } from '#domain/auth/roles.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { ServiceAccountRow } from '#projections/auth/service-accounts.ts'
import type { Service } from '#service.ts'
import { type ServiceAccountView, serviceAccountRecord } from './get-service-account.ts'
import type { ListClientsQuery } from './list-clients.ts'

const Row = ServiceAccountRow.extend({
  scopes: z.array(z.string()).transform(texts => SCOPES.filter(scope => texts.includes(scope))),
  last_used_at: z.string().nullable(),
})

/** The time of last use is current. */
export async function listServiceAccounts(
  { db, now }: Pick<Service, 'db' | 'now'>,
  { client_id, after, limit }: z.output<typeof ListClientsQuery> & { client_id: string },
): Promise<ServiceAccountView[]> {
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select service_account_id, client_id, name, scopes, created_at, expires_at, revoked_at, used_at as last_used_at
      from read.service_accounts left join ops.service_account_uses using (service_account_id)
      where client_id = ${client_id} and service_account_id > ${after} order by service_account_id limit ${limit}`),
  )
  return rows.map(row => serviceAccountRecord(row, now()))
}
