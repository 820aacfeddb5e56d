import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import { type ErrorCode, fieldRejection, type Rejection } from '#values/errors.ts'
import { personSubject } from '#values/person.ts'
import { deviceStreams, type PushDeviceEvent, type PushDeviceEventType, type RegisteredData } from './events.ts'
import { type DeviceState, evolve, isRegistration, type Registration } from './state.ts'

/** Who asks: a client, null for the service itself, and where it is a consumer the user, who changes no one else's. */
export type DeviceRequester = { client_id: string | null; user_id: string | null }

export type DeviceCommand =
  /**
   * `isHeld`: the token is known to be this device's, so that the same once more says nothing new. `mayTake`: whoever asks may have the device of
   * another user, because they act for all of them or have the token that it is known by. `vouches`: they act for all of them.
   */
  | { type: 'register'; data: RegisteredData; hasToken: boolean; canTakeOver: boolean; isClientWide: boolean }
  | { type: 'unregister'; requester: DeviceRequester }
  /** The token of this registration came with another device's later one. */
  | { type: 'move'; registration: number }
  /** Its network does not reach this registration: since then, by its own word, or as of the message that it was asked to send. */
  | { type: 'deactivate'; registration: number; since: string | null; reason: 'token_dead' | 'token_rejected' }
  /** Nothing of this subject of the vault goes on. */
  | { type: 'withdraw'; subject: string }

type CommandType = DeviceCommand['type']
type Status = DeviceState['status']
/** What a command comes to: an event, nothing ('replay': it is so already, or does not matter any more), or a refusal. */
type Cell = PushDeviceEventType | 'replay' | Extract<ErrorCode, 'NOTIF_002'>

/** Life of a device. A row is a command, a column the status it meets. Which registrations and whose are meant, the guards below say. */
// biome-ignore format: a table is read by its columns
export const deviceTable = {
  register:   { absent: 'PushDeviceRegistered', active: 'PushDeviceRegistered',   moved: 'PushDeviceRegistered',   dead: 'PushDeviceRegistered',   unregistered: 'PushDeviceRegistered' },
  unregister: { absent: 'NOTIF_002',            active: 'PushDeviceUnregistered', moved: 'PushDeviceUnregistered', dead: 'PushDeviceUnregistered', unregistered: 'NOTIF_002'            },
  move:       { absent: 'replay',               active: 'PushDeviceTokenMoved',   moved: 'replay',                 dead: 'replay',                 unregistered: 'replay'               },
  deactivate: { absent: 'replay',               active: 'PushDeviceDeactivated',  moved: 'replay',                 dead: 'replay',                 unregistered: 'replay'               },
  withdraw:   { absent: 'replay',               active: 'PushDeviceUnregistered', moved: 'PushDeviceUnregistered', dead: 'PushDeviceUnregistered', unregistered: 'replay'               },
} satisfies Record<CommandType, Record<Status, Cell>>

const deviceDecider: Decider<DeviceCommand, DeviceState, PushDeviceEvent> = {
  initial: { status: 'absent' },
  decide(command, state) {
    const cell: Cell = deviceTable[command.type][state.status]
    if (cell === 'replay') return []
    if (cell === 'NOTIF_002') throw deviceNotFound()
    if (command.type === 'register') {
      if (!command.canTakeOver && isOfOtherUser(command, state)) throw deviceOfOtherUser()
      return isUnchanged(command, state) ? [] : [{ type: 'PushDeviceRegistered', data: command.data }]
    }
    if (!isRegistration(state)) return []
    const { client_id, user_id } = state
    const person = { client_id, user_id }
    switch (command.type) {
      case 'unregister':
        if (!isRequesters(state, command.requester)) throw deviceNotFound()
        return [{ type: 'PushDeviceUnregistered', data: { ...person, reason: 'caller' } }]
      case 'move':
        if (command.registration !== state.registration) return []
        return [{ type: 'PushDeviceTokenMoved', data: person }]
      case 'deactivate':
        if (command.registration !== state.registration || isRegisteredAfter(state, command.since)) return []
        return [{ type: 'PushDeviceDeactivated', data: { ...person, reason: command.reason } }]
      case 'withdraw':
        if (command.subject !== personSubject(state)) return []
        return [{ type: 'PushDeviceUnregistered', data: { ...person, reason: 'erasure' } }]
    }
  },
  evolve,
}

export const pushDevices = family(deviceStreams, deviceDecider)

/** What is answered for a registration that does not exist, that is over, and for somebody else's, so that nobody learns which there are. */
export function deviceNotFound(): Rejection {
  return fieldRejection('NOTIF_002', [{ field: 'registration_id', reason: 'names no device that is registered' }])
}

/** An id of a device is no secret: whoever knows nothing else of it could silence its user. */
function deviceOfOtherUser(): Rejection {
  const reason = 'is registered to another user: send the token that it is registered with, or have it unregistered'
  return fieldRejection('CONFLICT', [{ field: 'device_id', reason }])
}

function isOfOtherUser({ data }: DeviceCommand & { type: 'register' }, state: DeviceState): boolean {
  return isRegistration(state) && state.status !== 'unregistered' && state.user_id !== data.user_id
}

function isRequesters(state: Registration, { client_id, user_id }: DeviceRequester): boolean {
  return (client_id === null || state.client_id === client_id) && (user_id === null || state.user_id === user_id)
}

/** What a network says of a time before it was registered is about an app that was there before. */
function isRegisteredAfter({ registered_at }: Registration, time: string | null): boolean {
  return time !== null && Date.parse(registered_at) > Date.parse(time)
}

/** An app says at each start what it said before. The same token is sealed differently each time, and has one digest for its user. */
function isUnchanged(
  { data, hasToken, isClientWide }: DeviceCommand & { type: 'register' },
  state: DeviceState,
): boolean {
  return (
    hasToken &&
    state.status === 'active' &&
    (state.isOwnerConfirmed || !isClientWide) &&
    state.user_id === data.user_id &&
    state.platform === data.platform &&
    state.token_digest === data.token_digest &&
    state.app_version === data.app_version &&
    state.language === data.language
  )
}
