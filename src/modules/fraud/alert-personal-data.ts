import { personalData } from '#declarations/personal-data.ts'
import { type AlertEvent, alertStreams } from '#domain/fraud/alerts/events.ts'
import { personSubject } from '#values/person.ts'

const note = ['note.text', 'note.digest']

/**
 * Notes are erased, and not exported to the person: a suspect must not be warned (Directive (EU) 2015/849, article 39).
 */
export const alertPersonalData = personalData<AlertEvent>({
  streams: alertStreams,
  version: 1,
  subject: ({ type, data }) => (type === 'AlertOpened' ? personSubject(data) : null),
  fields: {
    AlertOpened: ['user_id', 'transaction_id'],
    AlertEscalated: note,
    AlertResolved: note,
    AlertReopened: note,
  },
})
