import { personalData } from '#declarations/personal-data.ts'
import { type AnalysisEvent, analysisStreams } from '#domain/sms/analyses/events.ts'
import { subjectOf } from '#edge/vault/vault.ts'
import { personSubject } from '#values/person.ts'

/** Analyses without `user_id` belong to no known person. An erasure keeps the result of the analysis. */
export const analysisPersonalData = personalData<AnalysisEvent>({
  streams: analysisStreams,
  version: 1,
  subject: ({ type, data }) =>
    type === 'SmsAnalysed' && data.user_id !== null
      ? personSubject({ client_id: data.client_id, user_id: data.user_id })
      : null,
  fields: { SmsAnalysed: ['user_id', 'device_id', 'message_id', 'sealed'] },
  sealed: { sealed: 'content' },
  key: ({ type, data }) => (type === 'SmsAnalysed' ? subjectOf(data.sealed) : null),
})
