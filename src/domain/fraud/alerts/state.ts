import type { Recorded } from '#event-sourcing/decider.ts'
import { fieldRejection, type Rejection } from '#values/errors.ts'
import type { AlertEvent, AlertEventData, Note } from './events.ts'

/** A reopened alert is open again, under its own name. */
export const ALERT_STATUSES = ['open', 'escalated', 'reopened', 'resolved'] as const
export type AlertStatus = (typeof ALERT_STATUSES)[number]

export type Alert = AlertEventData<'AlertOpened'> & {
  status: AlertStatus
  opened_at: string
  updated_at: string
  assigned_to: string | null
  /** Null when the alert is not urgent, as after it was reopened. */
  escalation: { by: AlertEventData<'AlertEscalated'>['by']; at: string; actor: string; note: Note | null } | null
  resolution: (AlertEventData<'AlertResolved'> & { at: string; actor: string }) | null
  /** Ids of all events that ever resolved it by rule, also before it was reopened. */
  ruled_by: readonly string[]
  reopening: { at: string; actor: string; note: Note } | null
}

export type AlertState = { status: 'absent' } | Alert

export function isAlert(state: AlertState): state is Alert {
  return state.status !== 'absent'
}

/** The same for unknown alerts and those of other clients, so that a caller cannot probe ids. */
export function noSuchAlert(): Rejection {
  return fieldRejection('NOT_FOUND', [{ field: 'alert_id', reason: 'names no alert' }])
}

/** `client_id` null: the service itself. Throws NOT_FOUND. */
export function ownAlert(state: AlertState, client_id: string | null): Alert {
  if (!isAlert(state) || (client_id !== null && state.client_id !== client_id)) throw noSuchAlert()
  return state
}

export function evolve(state: AlertState, event: Recorded<AlertEvent>): AlertState {
  const { at } = event
  if (event.type !== 'AlertOpened')
    return isAlert(state) ? { ...state, updated_at: at, ...changed(event, state) } : state
  if (isAlert(state)) return state
  const opened = { status: 'open', opened_at: at, updated_at: at, assigned_to: null } as const
  return { ...event.data, ...opened, escalation: null, resolution: null, ruled_by: [], reopening: null }
}

function changed({ type, data, at, metadata }: Recorded<AlertEvent>, { ruled_by }: Alert): Partial<Alert> {
  const actor = metadata.actor.sub
  switch (type) {
    case 'AlertEscalated':
      return { status: 'escalated', escalation: { ...data, at, actor } }
    case 'AlertRescored': {
      const { cause: _, previous_score: __, ...assessed } = data
      return assessed
    }
    case 'AlertAssigned':
      return data
    case 'AlertResolved': {
      const { causation_id: cause } = metadata
      const ruled = data.rule === null || cause === null ? ruled_by : [...ruled_by, cause]
      return { status: 'resolved', resolution: { ...data, at, actor }, ruled_by: ruled }
    }
    case 'AlertReopened':
      return { status: 'reopened', escalation: null, resolution: null, reopening: { ...data, at, actor } }
    default:
      return {}
  }
}
