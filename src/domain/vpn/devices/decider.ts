import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import {
  type DeviceEventData,
  deviceStreams,
  type RevocationReason,
  type VpnDeviceEvent,
  type VpnDeviceEventType,
} from './events.ts'
import { collate, type DevicesState, isLive, liveSessions, type SessionStatus } from './state.ts'

/** Source: the spec, "2 simultaneous devices per user". */
export const SLOTS = [1, 2] as const

export type DevicesCommand =
  | { type: 'issue'; session: Omit<DeviceEventData<'VpnSessionIssued'>, 'slot_id' | 'beside'> }
  | { type: 'confirm' | 'disconnect' | 'expire' | 'withdraw'; session_id: string }
  | { type: 'revoke'; session_id: string; reason: RevocationReason }
  /** Sessions issued until then; null: all. */
  | { type: 'revoke_all'; reason: RevocationReason; issuedUntil: string | null }

/** `absent` is also a session that ended long ago. */
type SessionCommandType = 'issue' | 'confirm' | 'disconnect' | 'expire' | 'revoke' | 'withdraw'

type SessionCell = VpnDeviceEventType | 'replay' | Extract<ErrorCode, 'VPN_005'>

// biome-ignore format: a table is read by its columns
export const sessionTable = {
  issue:      { absent: 'VpnSessionIssued', issued: 'replay',                 connected: 'replay',                 disconnected: 'replay',  expired: 'replay',  revoked: 'replay',  withdrawn: 'replay'  },
  confirm:    { absent: 'VPN_005',          issued: 'VpnSessionConnected',    connected: 'replay',                 disconnected: 'VPN_005', expired: 'VPN_005', revoked: 'VPN_005', withdrawn: 'VPN_005' },
  disconnect: { absent: 'VPN_005',          issued: 'VpnSessionDisconnected', connected: 'VpnSessionDisconnected', disconnected: 'VPN_005', expired: 'VPN_005', revoked: 'VPN_005', withdrawn: 'VPN_005' },
  expire:     { absent: 'replay',           issued: 'VpnSessionExpired',      connected: 'VpnSessionExpired',      disconnected: 'replay',  expired: 'replay',  revoked: 'replay',  withdrawn: 'replay'  },
  revoke:     { absent: 'VPN_005',          issued: 'VpnSessionRevoked',      connected: 'VpnSessionRevoked',      disconnected: 'VPN_005', expired: 'VPN_005', revoked: 'VPN_005', withdrawn: 'VPN_005' },
  withdraw:   { absent: 'replay',           issued: 'VpnSessionWithdrawn',    connected: 'VpnSessionWithdrawn',    disconnected: 'replay',  expired: 'replay',  revoked: 'replay',  withdrawn: 'replay'  },
} satisfies Record<SessionCommandType, Record<SessionStatus | 'absent', SessionCell>>

const devicesDecider: Decider<DevicesCommand, DevicesState, VpnDeviceEvent> = {
  initial: { client_id: null, sessions: new Map() },

  decide(command, state) {
    if (command.type === 'revoke_all') {
      const { reason, issuedUntil } = command
      return liveSessions(state)
        .filter(({ issued_at }) => issuedUntil === null || issued_at <= issuedUntil)
        .map(({ session_id, server_id }) => ({ type: 'VpnSessionRevoked', data: { session_id, server_id, reason } }))
    }
    const session_id = command.type === 'issue' ? command.session.session_id : command.session_id
    const session = state.sessions.get(session_id)
    const cell: SessionCell = sessionTable[command.type][session?.status ?? 'absent']
    if (cell === 'replay') return []
    if (cell === 'VPN_005') throw noSuchSession()
    if (command.type === 'issue') return [issued(command, state)]
    const sessionRef = { session_id, server_id: session!.server_id }
    if (command.type === 'revoke')
      return [{ type: 'VpnSessionRevoked', data: { ...sessionRef, reason: command.reason } }]
    return [{ type: EVENTS[command.type], data: sessionRef }]
  },

  evolve: (state, event) => collate(state, [event]),
  evolveAll: collate,
}

const EVENTS = {
  confirm: 'VpnSessionConnected',
  disconnect: 'VpnSessionDisconnected',
  expire: 'VpnSessionExpired',
  withdraw: 'VpnSessionWithdrawn',
} as const

export const devices = {
  ...deviceStreams,
  ...family(deviceStreams, devicesDecider),
  /** VpnSessionIssued contains the user's other live sessions. */
  isFoldStart: ({ type }: Pick<Recorded<VpnDeviceEvent>, 'type'>) => type === 'VpnSessionIssued',
}

/** For a session that does not exist, is over, or belongs to another user. */
export function noSuchSession(): Rejection {
  return fieldRejection('VPN_005', [{ field: 'session_id', reason: 'names no session that is open' }])
}

/** The lowest free slot for this device. Errors: VPN_006 when the device has one, VPN_001 when both are taken. */
export function freeSlot(state: DevicesState, device_id: string): number {
  const live = liveSessions(state)
  const same = live.find(({ device }) => device.device_id === device_id)
  if (same !== undefined)
    throw new Rejection('VPN_006', {
      field: 'device_info.device_id',
      reason: 'names a device that has a session',
      session_id: same.session_id,
    })
  const taken = new Set(live.map(({ slot_id }) => slot_id))
  const free = SLOTS.find(slot => !taken.has(slot))
  if (free === undefined) {
    const active_sessions = live.map(({ session_id, slot_id, server_id, device, issued_at }) => ({
      ...{ session_id, slot_id, server_id, device_id: device.device_id, connected_at: issued_at },
    }))
    throw new Rejection('VPN_001', { limit: SLOTS.length, active_sessions })
  }
  return free
}

function issued({ session }: DevicesCommand & { type: 'issue' }, state: DevicesState): VpnDeviceEvent {
  const slot_id = freeSlot(state, session.device.device_id)
  const beside = liveSessions(state).flatMap(({ status, ...other }) => (isLive(status) ? [{ ...other, status }] : []))
  return { type: 'VpnSessionIssued', data: { ...session, slot_id, beside } }
}
