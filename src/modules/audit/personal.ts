import { type ReadEvent, readStreams } from '#domain/audit/reads/events.ts'
import { personSubject } from '#person.ts'
import { personal } from '#personal.ts'
import { readFacts } from '#projections/audit/facts.ts'

/** What of readings of the audit is about the person about whom it was read. */
export const readPersonal = personal<ReadEvent>({
  streams: readStreams,
  version: 1,
  subject(event) {
    const { client_id } = event.data
    const user_id = readFacts.subject(event)
    return client_id === null || user_id === null ? null : personSubject({ client_id, user_id })
  },
  fields: { RecordRead: ['subject'], HistorySearched: ['filters.subject'] },
})
