import { facts, whole } from '#declarations/history-view.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'

/** What the history shows of refunds: no sealed text, no fingerprint of a request and no free description of it. */
export const refundFacts = facts<RefundEvent>({
  streams: refundStreams,
  plural: 'refunds',
  version: 2,
  owner: ({ type, data }) => (type === 'RefundRequested' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'RefundRequested' ? data.beneficiary.user_id : null),
  shown: {
    RefundRequested(data) {
      const { transaction_id, alert_id, amount_minor, currency, reason, beneficiary, beneficiary_mismatch } = data
      const { user_id, account_id, account_masked, bank_code } = beneficiary
      return {
        ...{ transaction_id, alert_id, amount_minor, currency, reason },
        ...(beneficiary_mismatch === undefined ? {} : { beneficiary_mismatch }),
        metadata: data.metadata,
        tracking: data.tracking,
        beneficiary: { user_id, account_id, account_masked, bank_code },
        idempotency_key: data.idempotency_key,
      }
    },
    RefundAbandoned: whole,
    RefundProcessingStarted: whole,
    RefundCompleted: whole,
    RefundFailed: whole,
    RefundRetried({ attempt, retry_reason, beneficiary }) {
      const { account_masked, bank_code } = beneficiary ?? {}
      return { attempt, retry_reason, beneficiary: beneficiary && { account_masked, bank_code } }
    },
    RefundRetryAbandoned: whole,
    RefundCancelled: whole,
    RefundVoided: ({ void_details: _, void_details_sealed: __, ...shown }) => shown,
    TransferSettledAfterVoid: whole,
    TransferFailedAfterVoid: whole,
    ReversalStarted: whole,
    ReversalCompleted: whole,
    ReversalFailed: whole,
    NetworkContradicted: whole,
  },
})
