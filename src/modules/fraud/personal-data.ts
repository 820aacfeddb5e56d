import { personalData } from '#declarations/personal-data.ts'
import { type OutcomeEvent, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { personSubject } from '#values/person.ts'

/** Transaction ids are personal here: a profile joins the transactions of one person. */
const fields = ['user_id', 'transaction_id', 'transaction.device', 'transaction.ip']

export const profilePersonalData = personalData<ProfileEvent>({
  streams: profileStreams,
  version: 1,
  subject: ({ data }) => personSubject(data),
  fields: { TransactionEntered: fields, TransactionScored: fields },
})

export const outcomePersonalData = personalData<OutcomeEvent>({
  streams: outcomeStreams,
  version: 1,
  subject: ({ data }) => personSubject(data),
  fields: { OutcomeReported: ['user_id', 'transaction_id'] },
})
