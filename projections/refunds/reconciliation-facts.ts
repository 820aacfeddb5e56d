import { facts, whole } from '#declarations/history-view.ts'
import { type ReconciliationEvent, reconciliationStreams } from '#domain/refunds/reconciliation/events.ts'

/** What the history shows of discrepancies with statements of the payment network; it finds them by the refund too. */
export const reconciliationFacts = facts<ReconciliationEvent>({
  streams: reconciliationStreams,
  plural: 'reconciliations',
  version: 1,
  owner({ type, data }) {
    return type === 'ReconciliationFlagged' && data.client_id !== null ? { client_id: data.client_id } : null
  },
  subject: ({ type, data }) => (type === 'ReconciliationFlagged' ? data.user_id : null),
  object: ({ data }) => data.refund_id,
  shown: {
    ReconciliationFlagged: ({ client_id: _, user_id: __, ...shown }) => shown,
    ReconciliationResolved: whole,
  },
})
