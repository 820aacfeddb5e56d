import { allFields, historyView } from '#declarations/history-view.ts'
import { type ReconciliationEvent, reconciliationStreams } from '#domain/refunds/reconciliation/events.ts'

/** What the history shows of discrepancies with statements of the payment network; it finds them by the refund too. */
export const reconciliationHistoryView = historyView<ReconciliationEvent>({
  streams: reconciliationStreams,
  plural: 'reconciliations',
  version: 1,
  owner({ type, data }) {
    return type === 'ReconciliationFlagged' && data.client_id !== null ? { client_id: data.client_id } : null
  },
  subject: ({ type, data }) => (type === 'ReconciliationFlagged' ? data.user_id : null),
  object: ({ data }) => data.refund_id,
  fields: {
    ReconciliationFlagged: ({ client_id: _, user_id: __, ...rest }) => rest,
    ReconciliationResolved: allFields,
  },
})
