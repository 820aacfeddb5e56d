import { Rejection } from '#errors.ts'
import { derivedId } from '#ids.ts'

/** The client that runs the service; only its administrators see and change other clients. */
export const PLATFORM_CLIENT_ID = derivedId('clt', 'platform')

/** Refuses an administrator of another client, as if what they ask for did not exist. */
export function mustAdminister(caller: { client_id: string }, client_id: string): void {
  if (caller.client_id !== PLATFORM_CLIENT_ID && caller.client_id !== client_id) throw new Rejection('NOT_FOUND')
}

/** Refuses everybody but administrators of the platform. */
export function mustRunPlatform(caller: { client_id: string }): void {
  if (caller.client_id !== PLATFORM_CLIENT_ID)
    throw new Rejection('AUTH_003', { reason: 'only administrators of the platform may do this' })
}
