import { sql } from 'slonik'
import { z } from 'zod'
import { projection, since } from '#declarations/read-model.ts'
import { type AlertEvent, alertStreams, FRAUD_LEVELS, OUTCOMES, RECOMMENDATIONS } from '#domain/fraud/alerts/events.ts'
import { ALERT_STATUSES } from '#domain/fraud/alerts/state.ts'
import {
  changeCoveredRows,
  ignoredSubjectEvents,
  NO_CLIENT_ID,
  RETROACTIVE_EVENTS,
} from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { bucketOf } from '#values/duration-histogram.ts'
import { ERASED } from '#values/person.ts'
import { PERIODS, periodStart } from '#values/utc-periods.ts'

/** Ids are `[erased]` after an erasure. While the person is restricted, the row has no client. */
export const AlertRow = z.object({
  alert_id: z.string(),
  client_id: z.string(),
  user_id: z.string(),
  transaction_id: z.string(),
  status: z.enum(ALERT_STATUSES),
  score: z.number(),
  level: z.enum(FRAUD_LEVELS),
  amount_minor: z.int(),
  currency: z.string(),
  recommendation: z.enum(RECOMMENDATIONS),
  risk_factors: z.array(z.string()),
  assigned_to: z.string().nullable(),
  opened_at: z.string(),
  updated_at: z.string(),
  resolved_at: z.string().nullable(),
  outcome: z.enum(OUTCOMES).nullable(),
  /** The client while `client_id` is that of no client; statistics still count for it. */
  restricted_client_id: since(2, z.string().nullable()),
  revision: z.int(),
})
export type AlertRow = z.infer<typeof AlertRow>

const indexes = [
  sql.unsafe`create index on alerts (client_id, opened_at desc, alert_id desc) where status <> 'resolved'`,
  sql.unsafe`create index on alerts (client_id, score desc, alert_id desc) where status <> 'resolved'`,
  sql.unsafe`create index on alerts (client_id, opened_at desc, alert_id desc)`,
  sql.unsafe`create index on alerts (client_id, score desc, alert_id desc)`,
  sql.unsafe`create index on alerts (client_id, user_id, opened_at desc, alert_id desc)`,
  sql.unsafe`create index on alerts (client_id, assigned_to, opened_at desc, alert_id desc) where assigned_to is not null`,
  sql.unsafe`create index on alerts (client_id, transaction_id)`,
]

function update({ at, revision }: Recorded<AlertEvent>, changes: Partial<AlertRow>) {
  return { update: { ...changes, updated_at: at, revision } }
}

const ENTRIES: ReadonlySet<string> = new Set(['AlertOpened', 'AlertEscalated', 'AlertResolved', 'AlertReopened'])

/**
 * Entries into a status by the event's time, with the level of that time and, once resolved, the outcome. A resolution
 * is counted by its duration since the alert was opened, all others have `bucket_ms` 0.
 */
function addToStatistics({ type, at }: Recorded<AlertEvent | SubjectEvent>, row: AlertRow) {
  if (!ENTRIES.has(type)) return []
  const { client_id, restricted_client_id, status, level, opened_at } = row
  const bucket_ms = status === 'resolved' ? bucketOf(Date.parse(at) - Date.parse(opened_at)) : 0
  const entry = { client_id: restricted_client_id ?? client_id, status, level, outcome: row.outcome ?? '', bucket_ms }
  return PERIODS.map(period => ({ ...entry, period, start: periodStart(period, at), count: 1 }))
}

export const alerts = projection<AlertRow, AlertEvent | SubjectEvent>({
  name: 'alerts',
  version: 2,
  row: AlertRow,
  streams: [alertStreams, subjectStreams],
  tables: [
    sql.unsafe`create table alerts (
      alert_id text collate "C" primary key,
      client_id text not null,
      user_id text not null,
      transaction_id text not null,
      status text not null,
      score double precision not null,
      level text not null,
      amount_minor bigint not null,
      currency text not null,
      recommendation text not null,
      risk_factors jsonb not null,
      assigned_to text,
      opened_at timestamptz not null,
      updated_at timestamptz not null,
      resolved_at timestamptz,
      outcome text,
      restricted_client_id text,
      revision integer not null)`,
    sql.unsafe`create table alert_statistics (
      client_id text not null,
      period text not null,
      start timestamptz not null,
      status text not null,
      level text not null,
      outcome text not null,
      bucket_ms bigint not null,
      count bigint not null,
      primary key (client_id, period, start, status, level, outcome, bucket_ms))`,
  ],
  indexes,
  key: 'alert_id',
  counters: [],
  rollups: [
    {
      table: 'alert_statistics',
      key: ['client_id', 'period', 'start', 'status', 'level', 'outcome', 'bucket_ms'],
      sums: ['count'],
      of: addToStatistics,
    },
  ],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    AlertOpened(event) {
      const { client_id, user_id, transaction_id, amount_minor, currency } = event.data
      const { score, level, recommendation, risk_factors } = event.data
      return {
        insert: {
          alert_id: alertStreams.idOf(event),
          ...{ client_id, user_id, transaction_id, status: 'open', score, level, amount_minor, currency },
          ...{ recommendation, risk_factors, assigned_to: null, resolved_at: null, outcome: null },
          ...{ restricted_client_id: null, opened_at: event.at, updated_at: event.at, revision: event.revision },
        },
      }
    },
    AlertEscalated: event => update(event, { status: 'escalated' }),
    AlertRescored(event) {
      const { score, level, recommendation, risk_factors } = event.data
      return update(event, { score, level, recommendation, risk_factors })
    },
    AlertAssigned: event => update(event, { assigned_to: event.data.assigned_to }),
    AlertResolved: event => update(event, { status: 'resolved', resolved_at: event.at, outcome: event.data.outcome }),
    AlertReopened: event => update(event, { status: 'reopened', resolved_at: null, outcome: null }),
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<AlertRow>(alertStreams, event, alert_id => [
        {
          key: { alert_id },
          next: row => ({ ...row, client_id: NO_CLIENT_ID, restricted_client_id: event.data.client_id }),
        },
      ]),
    SubjectErased: event =>
      changeCoveredRows<AlertRow>(alertStreams, event, alert_id => [
        {
          key: { alert_id },
          next: row => ({
            ...{ ...row, client_id: event.data.client_id, restricted_client_id: null },
            ...{ user_id: ERASED, transaction_id: ERASED },
          }),
        },
      ]),
  },
})
