import { family } from '#event-sourcing/category.ts'
import type { Decider } from '#event-sourcing/decider.ts'
import type { Requester } from '#event-sourcing/requester.ts'
import { type ErrorCode, fieldRejection, type Rejection } from '#values/errors.ts'
import { personSubject } from '#values/person.ts'
import { deviceStreams, type PushDeviceEvent, type PushDeviceEventType, type RegisteredData } from './events.ts'

export type Registration = RegisteredData & {
  /** `moved`: another device has the token now. `dead`: the network reports the token as dead. */
  status: 'active' | 'moved' | 'dead' | 'unregistered'
  registered_at: string
  registration: number
  /** A client-wide requester confirmed the user; a consumer's word proves nothing, as device ids are not secret. */
  isOwnerConfirmed: boolean
  ended: Extract<PushDeviceEvent, { type: 'PushDeviceUnregistered' }>['data']['reason'] | null
}

export type DeviceState = { status: 'absent' } | Registration

export function isRegistration(state: DeviceState): state is Registration {
  return state.status !== 'absent'
}

export type DeviceCommand =
  /**
   * `hasToken`: the device holds the token already. `isClientWide`: the requester acts for all users of the client.
   * `canTakeOver`: may take another user's device, being client-wide or having its present token.
   */
  | { type: 'register'; data: RegisteredData; hasToken: boolean; canTakeOver: boolean; isClientWide: boolean }
  | { type: 'unregister'; requester: Requester }
  | { type: 'move'; registration: number }
  /** The network reports the token as dead. `since`: as of when; null = as of the message that was sent. */
  | { type: 'deactivate'; registration: number; since: string | null; reason: 'token_dead' | 'token_rejected' }
  /** For the erasure of this subject of the vault. */
  | { type: 'withdraw'; subject: string }

/** `replay`: the event is recorded already or no longer matters. */
type Cell = PushDeviceEventType | 'replay' | Extract<ErrorCode, 'NOTIF_002'>

/** Guards below check registration and user. */
// biome-ignore format: a table is read by its columns
export const deviceTable = {
  register:   { absent: 'PushDeviceRegistered', active: 'PushDeviceRegistered',   moved: 'PushDeviceRegistered',   dead: 'PushDeviceRegistered',   unregistered: 'PushDeviceRegistered' },
  unregister: { absent: 'NOTIF_002',            active: 'PushDeviceUnregistered', moved: 'PushDeviceUnregistered', dead: 'PushDeviceUnregistered', unregistered: 'NOTIF_002'            },
  move:       { absent: 'replay',               active: 'PushDeviceTokenMoved',   moved: 'replay',                 dead: 'replay',                 unregistered: 'replay'               },
  deactivate: { absent: 'replay',               active: 'PushDeviceDeactivated',  moved: 'replay',                 dead: 'replay',                 unregistered: 'replay'               },
  withdraw:   { absent: 'replay',               active: 'PushDeviceUnregistered', moved: 'PushDeviceUnregistered', dead: 'PushDeviceUnregistered', unregistered: 'replay'               },
} satisfies Record<DeviceCommand['type'], Record<DeviceState['status'], Cell>>

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
  evolve(state, { type, data, at, revision, metadata }) {
    if (type === 'PushDeviceRegistered') {
      const isOwnerConfirmed = metadata.actor.role !== 'consumer' || wasOwnerConfirmed(state, data)
      return { ...data, status: 'active', registered_at: at, registration: revision, isOwnerConfirmed, ended: null }
    }
    if (!isRegistration(state)) return state
    if (type === 'PushDeviceUnregistered') return { ...state, status: 'unregistered', ended: data.reason }
    if (state.status !== 'active') return state
    return { ...state, status: type === 'PushDeviceTokenMoved' ? 'moved' : 'dead' }
  },
}

export const pushDevices = family(deviceStreams, deviceDecider)

/** An app registers again at each start, which must not undo a confirmation. */
function wasOwnerConfirmed(state: DeviceState, { user_id }: RegisteredData): boolean {
  return isRegistration(state) && state.status !== 'unregistered' && state.user_id === user_id && state.isOwnerConfirmed
}

/** The same for an unknown, an ended and another user's registration, so that callers cannot probe for ids. */
export function deviceNotFound(): Rejection {
  return fieldRejection('NOTIF_002', [{ field: 'registration_id', reason: 'names no device that is registered' }])
}

/** Device ids are not secret: knowing one must not suffice to silence its user. */
function deviceOfOtherUser(): Rejection {
  const reason = 'is registered to another user: send its present token, or unregister it first'
  return fieldRejection('CONFLICT', [{ field: 'device_id', reason }])
}

function isOfOtherUser({ data }: DeviceCommand & { type: 'register' }, state: DeviceState): boolean {
  return isRegistration(state) && state.status !== 'unregistered' && state.user_id !== data.user_id
}

function isRequesters(state: Registration, { client_id, user_id }: Requester): boolean {
  return (client_id === null || state.client_id === client_id) && (user_id === null || state.user_id === user_id)
}

/** A report from before the registration is about an earlier installation of the app. */
function isRegisteredAfter({ registered_at }: Registration, time: string | null): boolean {
  return time !== null && Date.parse(registered_at) > Date.parse(time)
}

/** An app registers at each start. Encryption differs each time, the digest does not. */
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
