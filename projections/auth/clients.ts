import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { type ClientEvent, clientStreams, SmsQuota, Tier } from '#domain/auth/clients/events.ts'

export const ClientRow = z.object({
  client_id: z.string(),
  name: z.string(),
  tier: Tier,
  /** Null = the tier's limit per minute, and no daily limit. */
  agreed_per_minute: z.int().nullable(),
  agreed_per_day: z.int().nullable(),
  /** Null = the tier's quota. */
  sms_quota: SmsQuota.nullable(),
  country: z.string().nullable(),
  status: z.enum(['active', 'disabled']),
  created_at: z.string(),
  revision: z.int(),
})
type ClientRow = z.infer<typeof ClientRow>

type Terms = Extract<ClientEvent, { type: 'ClientRegistered' }>['data']
/** Events of older versions lack these fields; the row keeps its values then. */
const terms = ({ name, tier, agreed_limit, sms_quota, country }: Terms) => ({
  name,
  tier,
  agreed_per_minute: agreed_limit?.per_minute ?? null,
  agreed_per_day: agreed_limit?.per_day ?? null,
  ...(sms_quota === undefined ? {} : { sms_quota }),
  ...(country === undefined ? {} : { country }),
})

export const clients = projection<ClientRow, ClientEvent>({
  name: 'clients',
  version: 2,
  row: ClientRow,
  streams: [clientStreams],
  tables: [
    sql.unsafe`create table clients (
      client_id text collate "C" primary key,
      name text not null,
      tier text not null,
      agreed_per_minute bigint,
      agreed_per_day bigint,
      sms_quota jsonb,
      country text,
      status text not null,
      created_at timestamptz not null,
      revision integer not null)`,
  ],
  indexes: [],
  key: 'client_id',
  counters: [],
  on: {
    ClientRegistered: event => ({
      insert: {
        client_id: clientStreams.idOf(event),
        ...{ sms_quota: null, country: null, ...terms(event.data) },
        status: 'active',
        created_at: event.at,
        revision: event.revision,
      },
    }),
    ClientTermsChanged: ({ data, revision }) => ({ update: { ...terms(data), revision } }),
    ClientDisabled: ({ revision }) => ({ update: { status: 'disabled', revision } }),
    ClientEnabled: ({ revision }) => ({ update: { status: 'active', revision } }),
  },
})
