import type { Recorded } from '#event-sourcing/decider.ts'
import type { LoginDeviceEvent } from './events.ts'

/** More than a person uses. The oldest are forgotten, and count as new at their next login. */
export const LOGIN_DEVICES_MAX = 100

export type LoginDevicesState =
  | { status: 'none' }
  | {
      status: 'some'
      client_id: string
      /** Digests, the newest last. */
      devices: readonly string[]
    }

export function evolve(state: LoginDevicesState, event: Recorded<LoginDeviceEvent>): LoginDevicesState {
  if (event.type === 'LoginDevicesForgotten') return { status: 'none' }
  if (event.type !== 'LoginDeviceAdded') return state
  const { client_id, device } = event.data
  const before = state.status === 'none' ? [] : state.devices
  return { status: 'some', client_id, devices: [...before, device].slice(-LOGIN_DEVICES_MAX) }
}
