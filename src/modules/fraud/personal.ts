import { type ProfileEvent, profileStreams } from '#domain/fraud/profile/events.ts'
import { personSubject } from '#person.ts'
import { personal } from '#personal.ts'

/** A profile joins transactions by whose they are, so that which they are is about that person too. */
const fields = ['user_id', 'transaction_id', 'transaction.device', 'transaction.ip']

/** What of fraud profiles is about the person whose they are. */
export const profilePersonal = personal<ProfileEvent>({
  streams: profileStreams,
  version: 1,
  subject: ({ data }) => personSubject(data),
  fields: { TransactionEntered: fields, TransactionScored: fields },
})
