import { deviceStreams } from '#domain/vpn/devices/events.ts'
import type { NotificationTrigger } from './notification-trigger.ts'

const MESSAGE_OF = { VpnSessionRevoked: 'vpn_revoked', VpnSessionExpired: 'vpn_expired' } as const

/** Notifies the user of a session that they did not end: they are no longer protected. */
export const tunnels: NotificationTrigger = {
  prefix: deviceStreams.prefix,
  types: Object.keys(MESSAGE_OF),
  notificationOf(stored) {
    const events = stored.map(deviceStreams.parse)
    const last = events.at(-1)
    const issued = events.find(({ type }) => type === 'VpnSessionIssued')
    if (last?.type !== 'VpnSessionRevoked' && last?.type !== 'VpnSessionExpired') return null
    if (issued?.type !== 'VpnSessionIssued') return null
    const { client_id, user_id } = issued.data
    const { session_id } = last.data
    return {
      person: { client_id, user_id },
      category: 'vpn_status',
      message: MESSAGE_OF[last.type],
      amount: null,
      data: { alert_type: 'vpn', session_id, status: last.type === 'VpnSessionRevoked' ? 'revoked' : 'expired' },
      device: null,
    }
  },
}
