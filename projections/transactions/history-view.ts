import { historyView } from '#declarations/history-view.ts'
import { transactionStreams } from '#domain/transactions/events.ts'

export const transactionHistoryView = historyView({ streams: transactionStreams, plural: 'transactions', version: 1 })
