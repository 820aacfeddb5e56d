import { LRUCache } from 'lru-cache'
import { sql } from 'slonik'
import type { Migration } from '#edge/postgres/schema.ts'
import type { Service } from '#service.ts'

export const serviceAccountUsesMigrations: Migration[] = [
  {
    name: 'auth-005-service-account-uses',
    statements: [
      sql.unsafe`create table ops.service_account_uses (service_account_id text primary key, used_at timestamptz not null)`,
    ],
  },
]

const RECORD_INTERVAL_MS = 60_000
const RECORDED_MAX = 10_000

export type ServiceAccountUses = ReturnType<typeof createServiceAccountUses>

/** Not an event, because it does not show who did what. */
export function createServiceAccountUses({ db, log }: Pick<Service, 'db' | 'log'>) {
  const recordedAtMs = new LRUCache<string, number>({ max: RECORDED_MAX })
  return {
    /** Written at most once a minute per account; the caller does not wait. */
    record(id: string, now: Date): void {
      const before = recordedAtMs.get(id)
      if (before !== undefined && now.getTime() - before < RECORD_INTERVAL_MS) return
      recordedAtMs.set(id, now.getTime())
      db.query(sql.unsafe`insert into ops.service_account_uses as known (service_account_id, used_at)
        values (${id}, ${sql.timestamp(now)})
        on conflict (service_account_id) do update set used_at = greatest(known.used_at, excluded.used_at)`).catch(
        error => {
          recordedAtMs.delete(id)
          log.warn({ err: error }, 'the use of a service account was not recorded')
        },
      )
    },
  }
}
