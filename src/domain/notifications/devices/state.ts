import type { Recorded } from '#decider.ts'
import type { DeviceEvent, RegisteredData } from './events.ts'

/** A device as it was registered last. */
export type Registration = RegisteredData & {
  /** `moved`: another device has the token since. */
  status: 'active' | 'moved' | 'unregistered'
  registered_at: string
  /** Of the event that registered it, which tells this registration from every other one of the device. */
  registration: number
}

export type DeviceState = { status: 'absent' } | Registration

export function isRegistration(state: DeviceState): state is Registration {
  return state.status !== 'absent'
}

/** Collates; an event that makes no sense leaves the state as it is. */
export function evolve(state: DeviceState, { type, data, at, revision }: Recorded<DeviceEvent>): DeviceState {
  if (type === 'PushDeviceRegistered') return { ...data, status: 'active', registered_at: at, registration: revision }
  if (!isRegistration(state)) return state
  if (type === 'PushDeviceUnregistered') return { ...state, status: 'unregistered' }
  return type === 'PushDeviceTokenMoved' && state.status === 'active' ? { ...state, status: 'moved' } : state
}
