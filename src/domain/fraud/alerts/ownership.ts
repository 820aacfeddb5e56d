import { fieldRejection, type Rejection } from '#values/errors.ts'
import { type Alert, type AlertState, isAlert } from './state.ts'

/** The same for unknown alerts and those of other clients, so that a caller cannot probe ids. */
export function noSuchAlert(): Rejection {
  return fieldRejection('NOT_FOUND', [{ field: 'alert_id', reason: 'names no alert' }])
}

/** `client_id` null: the service itself. Errors: NOT_FOUND. */
export function ownAlert(state: AlertState, client_id: string | null): Alert {
  if (!isAlert(state) || (client_id !== null && state.client_id !== client_id)) throw noSuchAlert()
  return state
}
