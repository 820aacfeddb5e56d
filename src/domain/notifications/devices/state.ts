import type { Recorded } from '#event-sourcing/decider.ts'
import type { PushDeviceEvent, RegisteredData, UnregisteredData } from './events.ts'

export type Registration = RegisteredData & {
  /** `moved`: another device has the token now. `dead`: the network reports the token as dead. */
  status: 'active' | 'moved' | 'dead' | 'unregistered'
  registered_at: string
  registration: number
  /** A client-wide requester confirmed the user; a consumer's word proves nothing, as device ids are not secret. */
  isOwnerConfirmed: boolean
  ended: UnregisteredData['reason'] | null
}

export type DeviceState = { status: 'absent' } | Registration

export function isRegistration(state: DeviceState): state is Registration {
  return state.status !== 'absent'
}

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

/** An app registers again at each start, which must not undo a confirmation. */
function wasOwnerConfirmed(state: DeviceState, { user_id }: RegisteredData): boolean {
  return isRegistration(state) && state.status !== 'unregistered' && state.user_id === user_id && state.isOwnerConfirmed
}
