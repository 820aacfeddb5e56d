import { sql } from 'slonik'
import type { Recorded } from '#decider.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { projection } from '#projection.ts'

/** One recorded event of a refund, as an auditor reads it. */
type HistoryRow = {
  refund_id: string
  revision: number
  /** The client that the refund belongs to; only on its first line, later events do not carry it. */
  client_id: string | null
  event_id: string
  type: string
  at: string
  actor_sub: string
  actor_client_id: string
  actor_role: string
  actor_ip: string | null
  request_id: string
  correlation_id: string
  causation_id: string | null
  /** What the event says, without sealed texts and free description. */
  facts: object
  prev_hash: string | null
  hash: string
}

const tables = [
  sql.unsafe`create table refund_history (
    refund_id text collate "C" not null,
    revision integer not null,
    client_id text,
    event_id uuid not null,
    type text not null,
    at timestamptz not null,
    actor_sub text not null,
    actor_client_id text not null,
    actor_role text not null,
    actor_ip text,
    request_id text not null,
    correlation_id text not null,
    causation_id text,
    facts jsonb not null,
    prev_hash text,
    hash text not null,
    primary key (refund_id, revision))`,
]

function line(event: Recorded<RefundEvent>, facts: object, client_id: string | null = null) {
  const { actor, request_id, correlation_id, causation_id, prev_hash, hash } = event.metadata
  const row: HistoryRow = {
    refund_id: refundStreams.idOf(event),
    revision: event.revision,
    client_id,
    event_id: event.id,
    type: event.type,
    at: event.at,
    actor_sub: actor.sub,
    actor_client_id: actor.client_id,
    actor_role: actor.role,
    actor_ip: actor.ip ?? null,
    request_id,
    correlation_id,
    causation_id,
    facts,
    prev_hash,
    hash,
  }
  return { append: row }
}

/** For events whose data holds nothing sealed. */
const whole = (event: Recorded<RefundEvent>) => line(event, event.data)

/** Everything that happened to each refund, in order, with who did it and the hash chain. */
export const refundHistory = projection<HistoryRow, RefundEvent>({
  name: 'refund_history',
  version: 2,
  streams: [refundStreams],
  tables,
  indexes: [sql.unsafe`create index on refund_history (at) where type = 'NetworkContradicted'`],
  key: 'refund_id',
  counters: [],
  on: {
    RefundRequested: event => {
      const { client_id, transaction_id, alert_id, amount_minor, currency, reason, beneficiary, tracking } = event.data
      const { beneficiary_mismatch } = event.data
      const { user_id, account_id, account_masked, bank_code } = beneficiary
      const facts = {
        transaction_id,
        alert_id,
        amount_minor,
        currency,
        reason,
        ...(beneficiary_mismatch === undefined ? {} : { beneficiary_mismatch }),
        metadata: event.data.metadata,
        tracking,
      }
      const clear = { user_id, account_id, account_masked, bank_code }
      return line(event, { ...facts, beneficiary: clear, idempotency_key: event.data.idempotency_key }, client_id)
    },
    RefundAbandoned: whole,
    RefundProcessingStarted: whole,
    RefundCompleted: whole,
    RefundFailed: whole,
    RefundRetried: event => {
      const { attempt, retry_reason, beneficiary } = event.data
      const { account_masked, bank_code } = beneficiary ?? {}
      return line(event, { attempt, retry_reason, beneficiary: beneficiary && { account_masked, bank_code } })
    },
    RefundRetryAbandoned: whole,
    RefundCancelled: whole,
    RefundVoided: whole,
    TransferSettledAfterVoid: whole,
    TransferFailedAfterVoid: whole,
    ReversalStarted: whole,
    ReversalCompleted: whole,
    ReversalFailed: whole,
    NetworkContradicted: whole,
  },
})
