import type { z } from 'zod'
import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import {
  type DeviceEventData,
  deviceStreams,
  type RevocationReason,
  type SessionDevice,
  type VpnDeviceEvent,
} from './events.ts'
import { isLive, type SessionCell, type SessionStatus, sessionTable } from './session.ts'

/** The specification: "2 simultaneous devices per user". */
export const SLOTS = [1, 2] as const

export type DeviceSession = {
  session_id: string
  status: SessionStatus
  slot_id: number
  server_id: number
  device: z.infer<typeof SessionDevice>
  issued_at: string
  expires_at: string
}

export type DevicesState = {
  /** Null before the first session. */
  client_id: string | null
  /** By session_id: live sessions, and those that ended since the newest was issued. */
  sessions: ReadonlyMap<string, DeviceSession>
}

export type DevicesCommand =
  | { type: 'issue'; session: Omit<DeviceEventData<'VpnSessionIssued'>, 'slot_id' | 'beside'> }
  | { type: 'confirm' | 'disconnect' | 'expire' | 'withdraw'; session_id: string }
  | { type: 'revoke'; session_id: string; reason: RevocationReason }
  /** Sessions issued until then; null: all. */
  | { type: 'revoke_all'; reason: RevocationReason; issuedUntil: string | null }

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

export function liveSessions({ sessions }: DevicesState): DeviceSession[] {
  return [...sessions.values()].filter(({ status }) => isLive(status))
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

const STATUS_AFTER = {
  VpnSessionConnected: 'connected',
  VpnSessionDisconnected: 'disconnected',
  VpnSessionExpired: 'expired',
  VpnSessionRevoked: 'revoked',
  VpnSessionWithdrawn: 'withdrawn',
} as const

function collate(state: DevicesState, events: readonly Recorded<VpnDeviceEvent>[]): DevicesState {
  let { client_id } = state
  let sessions = new Map(state.sessions)
  for (const { type, data, at } of events) {
    if (type === 'VpnSessionIssued') {
      const { session_id, slot_id, server_id, device, expires_at, beside } = data
      const newSession = {
        session_id,
        slot_id,
        server_id,
        device,
        expires_at,
        status: 'issued',
        issued_at: at,
      } as const
      client_id = data.client_id
      sessions = new Map([...beside, newSession].map(session => [session.session_id, session]))
      continue
    }
    const session = sessions.get(data.session_id)
    if (session !== undefined && isLive(session.status))
      sessions.set(data.session_id, { ...session, status: STATUS_AFTER[type] })
  }
  return { client_id, sessions }
}
