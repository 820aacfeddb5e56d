import { fieldRejection, type Rejection } from '#values/errors.ts'
import { type Alert, type AlertState, isAlert } from './state.ts'

/** What is answered for an alert that does not exist and for another client's, so that nobody learns which ids are taken. */
export function noSuchAlert(): Rejection {
  return fieldRejection('NOT_FOUND', [{ field: 'alert_id', reason: 'names no alert' }])
}

/** The alert, when it belongs to the client that asks; null asks for the service itself. Errors: NOT_FOUND. */
export function ownAlert(state: AlertState, client_id: string | null): Alert {
  if (!isAlert(state) || (client_id !== null && state.client_id !== client_id)) throw noSuchAlert()
  return state
}
