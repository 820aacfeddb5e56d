import { facts, whole } from '#declarations/history-view.ts'
import { type AlertEvent, alertStreams, type Note } from '#domain/fraud/alerts/events.ts'

/** What the history shows of alerts: all but what analysts wrote. */
export const alertFacts = facts<AlertEvent>({
  streams: alertStreams,
  plural: 'fraud-alerts',
  version: 1,
  owner: ({ type, data }) => (type === 'AlertOpened' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'AlertOpened' ? data.user_id : null),
  shown: {
    AlertOpened: ({ client_id: _, ...shown }) => shown,
    AlertEscalated: withoutNote,
    AlertRescored: whole,
    AlertAssigned: whole,
    AlertResolved: withoutNote,
    AlertReopened: withoutNote,
  },
})

function withoutNote<T extends { note: Note | null }>({ note: _, ...shown }: T) {
  return shown
}
