import { historyView } from '#declarations/history-view.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'

export const analysisHistoryView = historyView({ streams: analysisStreams, plural: 'sms-analyses', version: 1 })
