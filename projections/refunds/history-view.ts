import { byClass, historyView } from '#declarations/history-view.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { type ReconciliationEvent, reconciliationStreams } from '#domain/refunds/reconciliation/events.ts'

export const refundHistoryView = historyView({ streams: refundStreams, plural: 'refunds', version: 2 })

/** The history finds flags by their refund too. */
export const reconciliationHistoryView = historyView<ReconciliationEvent>({
  streams: reconciliationStreams,
  plural: 'reconciliations',
  version: 1,
  object: ({ data }) => data.refund_id,
  on: {
    ReconciliationFlagged: ({ client_id: _, user_id: __, ...rest }) => rest,
    ReconciliationResolved: byClass,
  },
})
