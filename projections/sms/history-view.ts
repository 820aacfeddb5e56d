import { allFields, historyView } from '#declarations/history-view.ts'
import { type AnalysisEvent, analysisStreams } from '#domain/sms/analyses/events.ts'

export const analysisHistoryView = historyView<AnalysisEvent>({
  streams: analysisStreams,
  plural: 'sms-analyses',
  version: 1,
  owner: ({ type, data }) => (type === 'SmsAnalysed' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'SmsAnalysed' ? data.user_id : null),
  on: {
    SmsAnalysed: ({ client_id: _, sealed: __, ...fields }) => fields,
    SmsFeedbackGiven: allFields,
  },
})
