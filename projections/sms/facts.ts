import { facts, whole } from '#declarations/history-view.ts'
import { type AnalysisEvent, analysisStreams } from '#domain/sms/analyses/events.ts'

/** What the history shows of analyses: all but the message. */
export const analysisFacts = facts<AnalysisEvent>({
  streams: analysisStreams,
  plural: 'sms-analyses',
  version: 1,
  owner: ({ type, data }) => (type === 'SmsAnalysed' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'SmsAnalysed' ? data.user_id : null),
  shown: {
    SmsAnalysed: ({ client_id: _, sealed: __, ...shown }) => shown,
    SmsFeedbackGiven: whole,
  },
})
