import { sql } from 'slonik'
import { projection } from '#declarations/read-model.ts'
import {
  type FlaggedDiscrepancy,
  type ReconciliationEvent,
  reconciliationStreams,
} from '#domain/refunds/reconciliation/events.ts'

/** No personal data: only the audit shows why a flag was resolved. */
type FlagRow = Pick<
  FlaggedDiscrepancy,
  'client_id' | 'refund_id' | 'kind' | 'about' | 'attempt' | 'key' | 'said' | 'recorded'
> & {
  flag_id: string
  status: 'open' | 'resolved'
  statement: FlaggedDiscrepancy['statement']
  flagged_at: string
  flagged_by: string
  resolved_at: string | null
  resolved_by: string | null
}

export const reconciliationFlags = projection<FlagRow, ReconciliationEvent>({
  name: 'reconciliation_flags',
  version: 1,
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
