import { personalData } from '#declarations/personal-data.ts'
import { type OutcomeEvent, outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { personSubject } from '#values/person.ts'

/** A profile joins transactions by whose they are, so that which they are is about that person too. */
const fields = ['user_id', 'transaction_id', 'transaction.device', 'transaction.ip']

/** What of fraud profiles is about the person whose they are. */
export const profilePersonalData = personalData<ProfileEvent>({
  streams: profileStreams,
  version: 1,
  subject: ({ data }) => personSubject(data),
  fields: { TransactionEntered: fields, TransactionScored: fields },
})

/** Whose transaction it was that turned out to be what it was, and which one. */
export const outcomePersonalData = personalData<OutcomeEvent>({
  streams: outcomeStreams,
  version: 1,
  subject: ({ data }) => personSubject(data),
  fields: { OutcomeReported: ['user_id', 'transaction_id'] },
})
