import { allFields, historyView } from '#declarations/history-view.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'

/** What the history shows of refunds: no sealed text, no fingerprint of a request and no free description of it. */
export const refundHistoryView = historyView<RefundEvent>({
  streams: refundStreams,
  plural: 'refunds',
  version: 2,
  owner: ({ type, data }) => (type === 'RefundRequested' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'RefundRequested' ? data.beneficiary.user_id : null),
  fields: {
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
    RefundAbandoned: allFields,
    RefundProcessingStarted: allFields,
    RefundCompleted: allFields,
    RefundFailed: allFields,
    RefundRetried({ attempt, retry_reason, beneficiary }) {
      const { account_masked, bank_code } = beneficiary ?? {}
      return { attempt, retry_reason, beneficiary: beneficiary && { account_masked, bank_code } }
    },
    RefundRetryAbandoned: allFields,
    RefundCancelled: allFields,
    RefundVoided: ({ void_details: _, void_details_sealed: __, ...rest }) => rest,
    TransferSettledAfterVoid: allFields,
    TransferFailedAfterVoid: allFields,
    ReversalStarted: allFields,
    ReversalCompleted: allFields,
    ReversalFailed: allFields,
    NetworkContradicted: allFields,
  },
})
