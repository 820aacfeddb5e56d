import type { ErrorCode } from '#values/errors.ts'
import type { VpnDeviceEventType } from './events.ts'

export const SESSION_STATUSES = ['issued', 'connected', 'disconnected', 'expired', 'revoked', 'withdrawn'] as const
export type SessionStatus = (typeof SESSION_STATUSES)[number]

/** `absent` is also a session that ended long ago. */
export type SessionCommandType = 'issue' | 'confirm' | 'disconnect' | 'expire' | 'revoke' | 'withdraw'

/** The result of a command: an event, no event ('replay'), or a refusal. */
export type SessionCell = VpnDeviceEventType | 'replay' | Extract<ErrorCode, 'VPN_005'>

/** Rows are commands, columns the status of the session. */
// biome-ignore format: a table is read by its columns
export const sessionTable = {
  issue:      { absent: 'VpnSessionIssued', issued: 'replay',                 connected: 'replay',                 disconnected: 'replay',  expired: 'replay',  revoked: 'replay',  withdrawn: 'replay'  },
  confirm:    { absent: 'VPN_005',          issued: 'VpnSessionConnected',    connected: 'replay',                 disconnected: 'VPN_005', expired: 'VPN_005', revoked: 'VPN_005', withdrawn: 'VPN_005' },
  disconnect: { absent: 'VPN_005',          issued: 'VpnSessionDisconnected', connected: 'VpnSessionDisconnected', disconnected: 'VPN_005', expired: 'VPN_005', revoked: 'VPN_005', withdrawn: 'VPN_005' },
  expire:     { absent: 'replay',           issued: 'VpnSessionExpired',      connected: 'VpnSessionExpired',      disconnected: 'replay',  expired: 'replay',  revoked: 'replay',  withdrawn: 'replay'  },
  revoke:     { absent: 'VPN_005',          issued: 'VpnSessionRevoked',      connected: 'VpnSessionRevoked',      disconnected: 'VPN_005', expired: 'VPN_005', revoked: 'VPN_005', withdrawn: 'VPN_005' },
  withdraw:   { absent: 'replay',           issued: 'VpnSessionWithdrawn',    connected: 'VpnSessionWithdrawn',    disconnected: 'replay',  expired: 'replay',  revoked: 'replay',  withdrawn: 'replay'  },
} satisfies Record<SessionCommandType, Record<SessionStatus | 'absent', SessionCell>>

/** Whether the session holds a slot. */
export function isLive(status: SessionStatus): status is 'issued' | 'connected' {
  return status === 'issued' || status === 'connected'
}
