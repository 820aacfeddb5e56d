import { historyView } from '#declarations/history-view.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

/** Contains neither the person nor the streams. */
export const subjectHistoryView = historyView<SubjectEvent>({ streams: subjectStreams, plural: 'subjects', version: 1 })
