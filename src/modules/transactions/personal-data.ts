import { personalData } from '#declarations/personal-data.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import { personSubject } from '#values/person.ts'

/** What of transactions is about the person whose they are. */
export const transactionPersonalData = personalData<TransactionEvent>({
  streams: transactionStreams,
  version: 1,
  subject: ({ type, data }) => (type === 'TransactionRecorded' ? personSubject(data) : null),
  fields: {
    TransactionRecorded: ['user_id', 'account_id', 'device', 'device_sealed.text', 'device_sealed.digest'],
  },
  sealed: { 'device_sealed.text': 'device' },
})
