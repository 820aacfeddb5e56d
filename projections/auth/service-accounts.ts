import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection } from '#declarations/read-model.ts'
import { type ServiceAccountEvent, serviceAccountStreams } from '#domain/auth/service-accounts/events.ts'

export const ServiceAccountRow = z.object({
  service_account_id: z.string(),
  client_id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  created_at: z.string(),
  expires_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
type ServiceAccountRow = z.infer<typeof ServiceAccountRow>

export const serviceAccounts = projection<ServiceAccountRow, ServiceAccountEvent>({
  name: 'service_accounts',
  version: 1,
  row: ServiceAccountRow,
  streams: [serviceAccountStreams],
  tables: [
    sql.unsafe`create table service_accounts (
      service_account_id text collate "C" primary key,
      client_id text collate "C" not null,
      name text not null,
      scopes text[] not null,
      created_at timestamptz not null,
      expires_at timestamptz,
      revoked_at timestamptz)`,
  ],
  indexes: [sql.unsafe`create index on service_accounts (client_id, service_account_id)`],
  key: 'service_account_id',
  counters: [],
  on: {
    ServiceAccountCreated({ data, at }) {
      const { service_account_id, client_id, name, scopes, expires_at } = data
      const row = { service_account_id, client_id, name, scopes, created_at: at, expires_at, revoked_at: null }
      return { rows: [{ key: { service_account_id }, next: () => row }] }
    },
    ServiceAccountBound: ignore,
    ServiceAccountRevoked({ data: { service_account_id }, at }) {
      return { rows: [{ key: { service_account_id }, next: row => (row ? { ...row, revoked_at: at } : null) }] }
    },
  },
})
