import { historyView } from '#declarations/history-view.ts'
import { refundStreams } from '#domain/refunds/events.ts'

export const refundHistoryView = historyView({ streams: refundStreams, plural: 'refunds', version: 2 })
