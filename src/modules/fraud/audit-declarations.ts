import { auditDeclaration } from '#declarations/history-view.ts'
import { alerts } from '#domain/fraud/alerts/decider.ts'
import { alertRecord } from '#domain/fraud/alerts/record.ts'
import { isAlert } from '#domain/fraud/alerts/state.ts'
import { lists } from '#domain/fraud/lists/decider.ts'
import { models } from '#domain/fraud/models/decider.ts'
import { latestReport, outcomes } from '#domain/fraud/outcomes/decider.ts'
import { policies } from '#domain/fraud/policy/decider.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import {
  alertHistoryView,
  listHistoryView,
  modelHistoryView,
  outcomeHistoryView,
  policyHistoryView,
  profileHistoryView,
} from '#projections/fraud/history-view.ts'

const NO_NOTES = { escalation: null, resolution: null, reopening: null }

export const alertAudit = auditDeclaration(alertHistoryView, {
  family: alerts,
  state(alert_id, state) {
    if (!isAlert(state)) return null
    const { escalation, resolution, reopening, ...record } = alertRecord(alert_id, state, NO_NOTES)
    return {
      client_id: state.client_id,
      ...record,
      escalation: withoutNote(escalation),
      resolution: withoutNote(resolution),
      reopening: withoutNote(reopening),
    }
  },
  idsOf: (requestedId, client_id) => [requestedId, alerts.id(client_id, requestedId)],
})

function withoutNote<T extends { note: string | null }>(change: T | null) {
  if (change === null) return null
  const { note: _, ...rest } = change
  return rest
}

/** The size of the profile. The history has the scores. */
export const profileAudit = auditDeclaration(profileHistoryView, {
  family: profiles,
  state(_, { history: { count, first, entries } }) {
    if (count === 0) return null
    const newest = entries.at(-1)?.at ?? null
    return { transactions: count, first_transaction_at: isoOf(first), newest_transaction_at: isoOf(newest) }
  },
  idsOf: (requestedId, client_id) => [profiles.id(client_id, requestedId), requestedId],
})

export const outcomeAudit = auditDeclaration(outcomeHistoryView, {
  family: outcomes,
  state(_, { user_id, reports }) {
    const newest = latestReport(reports)
    if (user_id === null || newest === undefined) return null
    const { outcome, reported_at } = newest
    return { user_id, outcome, reported_at, reports: reports.length }
  },
  idsOf: (requestedId, client_id) => [outcomes.id(client_id, requestedId), requestedId],
})

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString()
}

export const listAudit = auditDeclaration(listHistoryView, {
  family: lists,
  state: (_, entries) => (entries.size === 0 ? null : { entries: entries.size }),
  idsOf: (requestedId, client_id) => streamIdsOf(requestedId, client_id, lists.id(client_id)),
})

export const policyAudit = auditDeclaration(policyHistoryView, {
  family: policies,
  state: (_, { version, policy }) => (version === 0 ? null : { version, ...policy }),
  idsOf: (requestedId, client_id) => streamIdsOf(requestedId, client_id, policies.id(client_id)),
})

export const modelAudit = auditDeclaration(modelHistoryView, {
  family: models,
  state: (_, { live, shadow, retired }) =>
    live === null && shadow === null && retired.size === 0 ? null : { live, shadow, retired: [...retired].sort() },
})

/** A client has one such stream, named by the client's id. */
function streamIdsOf(requestedId: string, client_id: string, stream: string): string[] {
  return requestedId === client_id ? [stream, requestedId] : [requestedId]
}
