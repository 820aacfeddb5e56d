import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import {
  DISCREPANCY_KINDS,
  type ReconciliationEvent,
  reconciliationStreams,
} from '#domain/refunds/reconciliation/events.ts'

const movement = { amount_minor: z.int(), currency: z.string() }
/** No personal data: only the audit shows why a flag was resolved. */
export const FlagRow = z.object({
  client_id: z.string().nullable(),
  flag_id: z.string(),
  refund_id: z.string().nullable(),
  kind: z.enum(DISCREPANCY_KINDS),
  about: z.enum(['transfer', 'reversal']),
  attempt: z.int().nullable(),
  key: z.string().nullable(),
  said: z
    .object({
      ...movement,
      outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']),
      reference: z.string(),
      at: z.string(),
    })
    .nullable(),
  recorded: z
    .object({
      ...{ ...movement, status: z.string(), reference: z.string().nullable(), at: z.string().nullable() },
      outcome: z.enum(['none', 'in_flight', 'succeeded', 'rejected', 'completed', 'failed']),
    })
    .nullable(),
  statement: z.object({ from: z.string(), to: z.string(), sha256: z.string() }),
  status: z.enum(['open', 'resolved']),
  flagged_at: z.string(),
  flagged_by: z.string(),
  resolved_at: z.string().nullable(),
  resolved_by: z.string().nullable(),
})
type FlagRow = z.infer<typeof FlagRow>

export const reconciliationFlags = projection<FlagRow, ReconciliationEvent>({
  name: 'reconciliation_flags',
  version: 1,
  row: FlagRow,
  streams: [reconciliationStreams],
  tables: [
    sql.unsafe`create table reconciliation_flags (
      flag_id text collate "C" primary key,
      client_id text collate "C",
      refund_id text collate "C",
      kind text not null,
      about text not null,
      attempt integer,
      key text,
      said jsonb,
      recorded jsonb,
      statement jsonb not null,
      status text not null,
      flagged_at timestamptz not null,
      flagged_by text not null,
      resolved_at timestamptz,
      resolved_by text)`,
  ],
  indexes: [
    sql.unsafe`create index on reconciliation_flags (client_id, flagged_at desc, flag_id desc)`,
    sql.unsafe`create index on reconciliation_flags (client_id, flagged_at desc, flag_id desc) where status = 'open'`,
  ],
  key: 'flag_id',
  counters: [],
  on: {
    ReconciliationFlagged(event) {
      const { user_id: _, number, ...data } = event.data
      const flag_id = reconciliationStreams.flagId(reconciliationStreams.idOf(event), number)
      const row: FlagRow = {
        ...{ flag_id, ...data, status: 'open' },
        ...{ flagged_at: event.at, flagged_by: event.metadata.actor.sub, resolved_at: null, resolved_by: null },
      }
      return { rows: [{ key: { flag_id }, next: () => row }] }
    },
    ReconciliationResolved(event) {
      const flag_id = reconciliationStreams.flagId(reconciliationStreams.idOf(event), event.data.number)
      const resolved = { resolved_at: event.at, resolved_by: event.metadata.actor.sub }
      return {
        rows: [
          { key: { flag_id }, next: row => (row === undefined ? null : { ...row, status: 'resolved', ...resolved }) },
        ],
      }
    },
  },
})
