import { allFields, historyView } from '#declarations/history-view.ts'
import { type AlertEvent, alertStreams, type Note } from '#domain/fraud/alerts/events.ts'

/** Without the notes of analysts. */
export const alertHistoryView = historyView<AlertEvent>({
  streams: alertStreams,
  plural: 'fraud-alerts',
  version: 1,
  owner: ({ type, data }) => (type === 'AlertOpened' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'AlertOpened' ? data.user_id : null),
  on: {
    AlertOpened: ({ client_id: _, ...visible }) => visible,
    AlertEscalated: withoutNote,
    AlertRescored: allFields,
    AlertAssigned: allFields,
    AlertResolved: withoutNote,
    AlertReopened: withoutNote,
  },
})

function withoutNote<T extends { note: Note | null }>({ note: _, ...visible }: T) {
  return visible
}
