import { personalData } from '#declarations/personal-data.ts'
import { type ReadEvent, readStreams } from '#domain/audit/reads/events.ts'
import { readHistoryView } from '#projections/audit/history-view.ts'
import { personSubject } from '#values/person.ts'

export const readPersonalData = personalData<ReadEvent>({
  streams: readStreams,
  version: 1,
  subject(event) {
    const { client_id } = event.data
    const user_id = readHistoryView.subject(event)
    return client_id === null || user_id === null ? null : personSubject({ client_id, user_id })
  },
  fields: { RecordRead: ['subject'], HistorySearched: ['filters.subject'] },
})
