import type { Recorded } from '#event-sourcing/decider.ts'
import type { PushDeviceEvent, RegisteredData, UnregisteredData } from './events.ts'

/** A device as it was registered last. */
export type Registration = RegisteredData & {
  /** `moved`: another device has the token since. `dead`: its network does not reach it by the token. */
  status: 'active' | 'moved' | 'dead' | 'unregistered'
  registered_at: string
  /** Of the event that registered it, which tells this registration from every other one of the device. */
  registration: number
  /**
   * Somebody who acts for all users of the client has said that it is this user's. A consumer's own word says how they are reached, and nothing of
   * whose messages come to a device: its id is no secret, and whoever names it first need not have it.
   */
  isOwnerConfirmed: boolean
  /** Why it is unregistered; null while it is not. */
  ended: UnregisteredData['reason'] | null
}

export type DeviceState = { status: 'absent' } | Registration

export function isRegistration(state: DeviceState): state is Registration {
  return state.status !== 'absent'
}

/** Collates; an event that makes no sense leaves the state as it is. */
export function evolve(
  state: DeviceState,
  { type, data, at, revision, metadata }: Recorded<PushDeviceEvent>,
): DeviceState {
  if (type === 'PushDeviceRegistered') {
    const isOwnerConfirmed = metadata.actor.role !== 'consumer' || wasOwnerConfirmed(state, data)
    return { ...data, status: 'active', registered_at: at, registration: revision, isOwnerConfirmed, ended: null }
  }
  if (!isRegistration(state)) return state
  if (type === 'PushDeviceUnregistered') return { ...state, status: 'unregistered', ended: data.reason }
  if (state.status !== 'active') return state
  return { ...state, status: type === 'PushDeviceTokenMoved' ? 'moved' : 'dead' }
}

/** An app says at each start what was said of its device before. */
function wasOwnerConfirmed(state: DeviceState, { user_id }: RegisteredData): boolean {
  return isRegistration(state) && state.status !== 'unregistered' && state.user_id === user_id && state.isOwnerConfirmed
}
