import { personalData } from '#declarations/personal-data.ts'
import { analysisStreams } from '#domain/sms/analyses/events.ts'
import { subjectOf } from '#edge/vault/vault.ts'

/** An analysis without `user_id` belongs to no known person. The content's key is that of the device and day. */
export const analysisPersonalData = personalData({
  streams: analysisStreams,
  version: 1,
  key: ({ type, data }) => (type === 'SmsAnalysed' ? subjectOf(data.sealed) : null),
})
