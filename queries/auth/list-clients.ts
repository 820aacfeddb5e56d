import { sql } from 'slonik'
import { z } from 'zod'
import { SmsQuota, Tier } from '#domain/auth/clients/events.ts'
import type { ClientView } from '#domain/auth/clients/record.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'

const Row = z.object({
  client_id: z.string(),
  name: z.string(),
  tier: Tier,
  agreed_per_minute: z.int().nullable(),
  agreed_per_day: z.int().nullable(),
  sms_quota: SmsQuota.nullable(),
  country: z.string().nullable(),
  status: z.enum(['active', 'disabled']),
  created_at: z.string(),
})

/** From the read model `clients`, in the order of their ids, which is the order of onboarding. */
export async function listClients(
  db: Database,
  { after, limit }: { after: string; limit: number },
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
