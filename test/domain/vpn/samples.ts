import type { DevicesCommand } from '#domain/vpn/devices/decider.ts'
import type { DeviceEventData, VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { SessionStatus } from '#domain/vpn/devices/state.ts'
import type { ServerCommand } from '#domain/vpn/servers/decider.ts'
import type { ServerEvent, ServerTerms } from '#domain/vpn/servers/events.ts'
import type { ServerState } from '#domain/vpn/servers/state.ts'

export const terms: ServerTerms = {
  ...{ name: 'Frankfurt 1', country: 'Germany', country_code: 'DE', city: 'Frankfurt' },
  ...{ ip: '192.0.2.1', port: 1194, protocol: 'udp', capacity: 2, dns_servers: ['10.8.0.1'] },
}

export const registered: ServerEvent = { type: 'VpnServerRegistered', data: { client_id: 'clt_0', terms } }
export const slotTaken = (session_id: string): ServerEvent => ({
  type: 'VpnSlotTaken',
  data: { session_id, devices: `of_${session_id}` },
})
export const slotGivenBack = (session_id: string): ServerEvent => ({ type: 'VpnSlotGivenBack', data: { session_id } })

export const serverHistories: Record<ServerState['status'], ServerEvent[]> = {
  absent: [],
  online: [registered, slotTaken('vps_1')],
  maintenance: [registered, slotTaken('vps_1'), { type: 'VpnServerMaintenanceStarted', data: {} }],
  retired: [registered, slotTaken('vps_1'), { type: 'VpnServerRetired', data: {} }],
}

export const serverCommands: Record<ServerCommand['type'], ServerCommand> = {
  register: { type: 'register', client_id: 'clt_0', terms },
  change: { type: 'change', terms: { city: 'Offenbach' } },
  start_maintenance: { type: 'start_maintenance' },
  end_maintenance: { type: 'end_maintenance' },
  retire: { type: 'retire' },
  take: { type: 'take', slots: [{ session_id: 'vps_2', devices: 'of_vps_2' }] },
  give_back: { type: 'give_back', session_ids: ['vps_1'] },
}

/** When every sample's credentials end. */
const EXPIRES_AT = '2026-01-02T00:00:00.000Z'

export const deviceOf = (n: number) => ({
  ...{ device_id: `dev_${n}`, device_type: 'phone', platform: 'ios', app_version: '1.0' },
})

export const sessionOf = (n: number): (DevicesCommand & { type: 'issue' })['session'] => ({
  ...{ client_id: 'clt_1', user_id: 'user_1', session_id: `vps_${n}`, server_id: 7 },
  ...{ device: deviceOf(n), expires_at: EXPIRES_AT },
})

export const issued = (
  n: number,
  slot_id = 1,
  beside: DeviceEventData<'VpnSessionIssued'>['beside'] = [],
): VpnDeviceEvent => ({ type: 'VpnSessionIssued', data: { ...sessionOf(n), slot_id, beside } })

const which = (n: number) => ({ session_id: `vps_${n}`, server_id: 7 })
export const connected = (n: number): VpnDeviceEvent => ({ type: 'VpnSessionConnected', data: which(n) })
export const disconnected = (n: number): VpnDeviceEvent => ({ type: 'VpnSessionDisconnected', data: which(n) })
export const expired = (n: number): VpnDeviceEvent => ({ type: 'VpnSessionExpired', data: which(n) })
export const withdrawn = (n: number): VpnDeviceEvent => ({ type: 'VpnSessionWithdrawn', data: which(n) })
export const revoked = (
  n: number,
  reason: DeviceEventData<'VpnSessionRevoked'>['reason'] = 'administrator',
): VpnDeviceEvent => ({ type: 'VpnSessionRevoked', data: { ...which(n), reason } })

/** Of session 1. */
export const sessionHistories: Record<SessionStatus | 'absent', VpnDeviceEvent[]> = {
  absent: [],
  issued: [issued(1)],
  connected: [issued(1), connected(1)],
  disconnected: [issued(1), connected(1), disconnected(1)],
  expired: [issued(1), expired(1)],
  revoked: [issued(1), connected(1), revoked(1)],
  withdrawn: [issued(1), withdrawn(1)],
}
