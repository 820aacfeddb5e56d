import { type OutcomeEvent, outcomeStreams, type ReportedOutcome } from '#domain/fraud/outcomes/events.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { NO_CONTRIBUTIONS } from '../domain/fraud/samples.ts'
import { requestedData } from '../domain/refunds/samples.ts'
import { recordedOf } from '../harness/scenario.ts'

/** One transaction as a profile tells it. */
export type Told = {
  client?: string
  user?: string
  tx: string
  /** Milliseconds. */
  at: number
  merchant?: string | null
  device?: string | null
  account?: string | null
  base?: number
  /** The first one of its user. */
  isFirst?: boolean
  /** Missing: it entered without a score; otherwise what its score says. */
  has_entered?: boolean
}

export const T0 = Date.UTC(2026, 5, 15, 12, 30, 0, 500)
export const iso = (at: number) => new Date(at).toISOString()

export function transactionOf({ at, merchant = 'shop', device = null, account = null, base = 100 }: Told) {
  return {
    timestamp: iso(at),
    ...{ amount_minor: base + 1, currency: 'EUR', base_minor: base, operation_type: 'payment' as const },
    ...{ merchant, category: null, device, ip: null, is_spike: false, account },
  }
}

export const SCORE = {
  score: 0.5,
  level: 'medium' as const,
  is_alert: false,
  threshold: 0.6,
  recommendation: 'review' as const,
  confidence: 0.5,
  risk_factors: [],
  velocity: { transactions_1h: 1, transactions_24h: 1, amount_24h_minor: 1, is_unusual: false },
  model_version: 'v1.0.0',
  model: { probability: 0.5, margin: 0, bias: 0, contributions: NO_CONTRIBUTIONS },
  features: { version: 1, values: [0.5], as_of: null },
  rules: { version: 1, fired: [] },
  lists: [],
  policy_version: 0,
}

/** Events as they come: each one's revision counts the events of its stream before it. */
export function fraudLog() {
  const revisions = new Map<string, number>()
  function put<E extends DomainEvent>(stream: string, event: E, at: number): Recorded<E> {
    const revision = revisions.get(stream) ?? 0
    revisions.set(stream, revision + 1)
    const recorded = recordedOf([event], stream)[0]!
    return { ...recorded, revision, id: `${stream}-${revision}`, at: iso(at) }
  }

  return {
    /** A transaction, told when it happened or later: that makes no difference. */
    told(told: Told): Recorded<ProfileEvent> {
      const { client = 'clt_1', user = 'user_1', tx, has_entered, isFirst = false } = told
      const whose = { client_id: client, user_id: user, transaction_id: tx }
      const totals = { count: isFirst ? 1 : 2, first: iso(told.at), newest: iso(told.at) }
      const data = { ...whose, transaction: transactionOf(told), totals }
      const event: ProfileEvent =
        has_entered === undefined
          ? { type: 'TransactionEntered', data }
          : { type: 'TransactionScored', data: { ...data, ...SCORE, has_entered } }
      return put(profileStreams.stream(profileStreams.id(client, user)), event, told.at)
    },
    requested(refund: string, tx: string, at: number, { client = 'clt_1', reason = 'confirmed_fraud' } = {}) {
      const data = { ...requestedData, client_id: client, transaction_id: tx, reason }
      return put<RefundEvent>(refundStreams.stream(refund), { type: 'RefundRequested', data }, at)
    },
    /** Recorded at any time: what counts is when it became known. */
    outcome({ client = 'clt_1', user = 'user_1', tx, merchant = 'shop' }: Told, at: number, outcome: ReportedOutcome) {
      const whose = { client_id: client, user_id: user, transaction_id: tx, merchant }
      const stream = outcomeStreams.stream(outcomeStreams.id(client, tx))
      return put<OutcomeEvent>(
        stream,
        { type: 'OutcomeReported', data: { ...whose, outcome, reported_at: iso(at) } },
        T0,
      )
    },
    cancelled(refund: string, at: number) {
      const data = { cancel_reason: null, cancelled_by: 'agent_1' }
      return put<RefundEvent>(refundStreams.stream(refund), { type: 'RefundCancelled', data }, at)
    },
    voided(refund: string, at: number, void_reason = 'fraud_not_confirmed') {
      const data = { void_reason, void_details: null, voided_by: 'admin', transfer: 'settled' as const }
      return put<RefundEvent>(refundStreams.stream(refund), { type: 'RefundVoided', data }, at)
    },
  }
}
