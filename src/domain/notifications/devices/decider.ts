import { family } from '#category.ts'
import type { Decider } from '#decider.ts'
import { type ErrorCode, fieldRejection, type Rejection } from '#errors.ts'
import { personSubject } from '#person.ts'
import { type DeviceEvent, type DeviceEventType, deviceStreams, type RegisteredData } from './events.ts'
import { type DeviceState, evolve, isRegistration, type Registration } from './state.ts'

/** Who asks: a client, null for the service itself, and where it is a consumer the user, who changes no one else's. */
export type Asking = { client_id: string | null; user_id: string | null }

export type DeviceCommand =
  /** `isHeld`: the token is known to be this device's, so that the same once more says nothing new. */
  | { type: 'register'; data: RegisteredData; isHeld: boolean }
  | { type: 'unregister'; asking: Asking }
  /** The token of this registration came with another device's later one. */
  | { type: 'move'; registration: number }
  /** Nothing of this subject of the vault goes on. */
  | { type: 'withdraw'; subject: string }

type CommandType = DeviceCommand['type']
type Status = DeviceState['status']
/** What a command comes to: an event, nothing ('replay': it is so already, or does not matter any more), or a refusal. */
type Cell = DeviceEventType | 'replay' | Extract<ErrorCode, 'NOTIF_002'>

/** Life of a device. A row is a command, a column the status it meets. Which registrations and whose are meant, the guards below say. */
// biome-ignore format: a table is read by its columns
export const deviceTable = {
  register:   { absent: 'PushDeviceRegistered', active: 'PushDeviceRegistered',   moved: 'PushDeviceRegistered',   unregistered: 'PushDeviceRegistered' },
  unregister: { absent: 'NOTIF_002',            active: 'PushDeviceUnregistered', moved: 'PushDeviceUnregistered', unregistered: 'NOTIF_002'            },
  move:       { absent: 'replay',               active: 'PushDeviceTokenMoved',   moved: 'replay',                 unregistered: 'replay'               },
  withdraw:   { absent: 'replay',               active: 'PushDeviceUnregistered', moved: 'PushDeviceUnregistered', unregistered: 'replay'               },
} satisfies Record<CommandType, Record<Status, Cell>>

const deviceDecider: Decider<DeviceCommand, DeviceState, DeviceEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const cell: Cell = deviceTable[command.type][state.status]
    if (cell === 'replay') return []
    if (cell === 'NOTIF_002') throw noSuchDevice()
    if (command.type === 'register')
      return isSame(command, state) ? [] : [{ type: 'PushDeviceRegistered', data: command.data }]
    if (!isRegistration(state)) return []
    const { client_id, user_id } = state
    const whose = { client_id, user_id }
    switch (command.type) {
      case 'unregister':
        if (!isOwn(state, command.asking)) throw noSuchDevice()
        return [{ type: 'PushDeviceUnregistered', data: { ...whose, reason: 'caller' } }]
      case 'move':
        if (command.registration !== state.registration) return []
        return [{ type: 'PushDeviceTokenMoved', data: whose }]
      case 'withdraw':
        if (command.subject !== personSubject(state)) return []
        return [{ type: 'PushDeviceUnregistered', data: { ...whose, reason: 'erasure' } }]
    }
  },
  evolve,
}

export const pushDevices = family(deviceStreams, deviceDecider)

/** What is answered for a registration that does not exist, that is over, and for somebody else's, so that nobody learns which there are. */
export function noSuchDevice(): Rejection {
  return fieldRejection('NOTIF_002', [{ field: 'registration_id', reason: 'names no device that is registered' }])
}

function isOwn(state: Registration, { client_id, user_id }: Asking): boolean {
  return (client_id === null || state.client_id === client_id) && (user_id === null || state.user_id === user_id)
}

/** An app says at each start what it said before. The same token is sealed differently each time, and has one digest for its user. */
function isSame({ data, isHeld }: DeviceCommand & { type: 'register' }, state: DeviceState): boolean {
  return (
    isHeld &&
    state.status === 'active' &&
    state.user_id === data.user_id &&
    state.platform === data.platform &&
    state.token_digest === data.token_digest &&
    state.app_version === data.app_version &&
    state.language === data.language
  )
}
