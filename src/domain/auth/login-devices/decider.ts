import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { type LoginDeviceEvent, type LoginDeviceEventType, loginDeviceStreams, type RecognisedBy } from './events.ts'

/** More than a person uses. The oldest are forgotten, and count as new at their next login. */
export const LOGIN_DEVICES_MAX = 100

export type LoginDevicesState =
  | { status: 'none' }
  /** `devices`: digests, the newest last. */
  | { status: 'some'; client_id: string; devices: readonly string[] }

export type LoginDevicesCommand =
  | { type: 'recognise'; client_id: string; device: string; how: RecognisedBy }
  /** Part of an erasure. */
  | { type: 'forget' }

type Cell = LoginDeviceEventType | 'replay'

/** `isKnown` decides whether a device is new. */
// biome-ignore format: a table is read by its columns
export const loginDevicesTable = {
  recognise: { none: 'LoginDeviceAdded', some: 'LoginDeviceAdded'      },
  forget:    { none: 'replay',           some: 'LoginDevicesForgotten' },
} satisfies Record<LoginDevicesCommand['type'], Record<LoginDevicesState['status'], Cell>>

export const loginDevicesDecider: Decider<LoginDevicesCommand, LoginDevicesState, LoginDeviceEvent> = {
  initial: { status: 'none' },
  decide(command, state) {
    const cell: Cell = loginDevicesTable[command.type][state.status]
    if (cell === 'replay') return []
    if (command.type === 'forget') return [{ type: 'LoginDevicesForgotten', data: {} }]
    const { client_id, device, how } = command
    if (isKnown(state, device)) return []
    return [{ type: 'LoginDeviceAdded', data: { client_id, device, how, is_first: state.status === 'none' } }]
  },
  evolve(state, event) {
    if (event.type === 'LoginDevicesForgotten') return { status: 'none' }
    if (event.type !== 'LoginDeviceAdded') return state
    const { client_id, device } = event.data
    const before = state.status === 'none' ? [] : state.devices
    return { status: 'some', client_id, devices: [...before, device].slice(-LOGIN_DEVICES_MAX) }
  },
}

function isKnown(state: LoginDevicesState, device: string): boolean {
  return state.status === 'some' && state.devices.includes(device)
}

export const loginDevices = {
  ...family(loginDeviceStreams, loginDevicesDecider),
  /** The last events give the full state: as many as devices are kept, or a later event that forgets all. */
  isFoldStart: (older: Pick<Recorded, 'revision'>, newest: Pick<Recorded, 'revision'>) =>
    newest.revision - older.revision >= LOGIN_DEVICES_MAX,
}
