import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection } from '#declarations/read-model.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'

/** Which refund names which alert; alert ids of other systems are skipped. No personal data. */
export const AlertRefundRow = z.object({
  alert_id: z.string(),
  refund_id: z.string(),
  client_id: z.string(),
  requested_at: z.string(),
})
type AlertRefundRow = z.infer<typeof AlertRefundRow>

/** All but requests; a read model that needs others overrides them. */
export const ignoredRefundEvents = {
  RefundAbandoned: ignore,
  RefundProcessingStarted: ignore,
  RefundCompleted: ignore,
  RefundFailed: ignore,
  RefundRetried: ignore,
  RefundRetryAbandoned: ignore,
  RefundCancelled: ignore,
  RefundVoided: ignore,
  TransferSettledAfterVoid: ignore,
  TransferFailedAfterVoid: ignore,
  ReversalStarted: ignore,
  ReversalCompleted: ignore,
  ReversalFailed: ignore,
  NetworkContradicted: ignore,
}

export const alertRefunds = projection<AlertRefundRow, RefundEvent>({
  name: 'alert_refunds',
  version: 1,
  row: AlertRefundRow,
  streams: [refundStreams],
  tables: [
    sql.unsafe`create table alert_refunds (
      alert_id text collate "C" not null,
      refund_id text collate "C" not null,
      client_id text not null,
      requested_at timestamptz not null,
      primary key (alert_id, refund_id))`,
  ],
  indexes: [],
  key: ['alert_id', 'refund_id'],
  counters: [],
  on: {
    ...ignoredRefundEvents,
    RefundRequested(event) {
      const { client_id, alert_id } = event.data
      if (alert_id === null || !alert_id.startsWith('alr_')) return null
      const key = { alert_id, refund_id: refundStreams.idOf(event) }
      return { rows: [{ key, next: () => ({ ...key, client_id, requested_at: event.at }) }] }
    },
  },
})
