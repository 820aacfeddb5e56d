import { byClass, historyView } from '#declarations/history-view.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import { type ServerEvent, serverStreams } from '#domain/vpn/servers/events.ts'

export const serverHistoryView = historyView<ServerEvent>({
  ...{ streams: serverStreams, plural: 'vpn-servers', version: 1 },
  on: {
    VpnServerRegistered: ({ terms }) => terms,
    VpnServerChanged: ({ terms }) => terms,
    VpnServerMaintenanceStarted: byClass,
    VpnServerMaintenanceEnded: byClass,
    VpnServerRetired: byClass,
    VpnSlotTaken: byClass,
    VpnSlotGivenBack: byClass,
    VpnSlotsCounted: ({ held }) => ({ held: held.length }),
  },
})

export const deviceHistoryView = historyView<VpnDeviceEvent>({
  ...{ streams: deviceStreams, plural: 'vpn-devices', version: 1 },
  object: ({ data }) => data.session_id,
  on: {
    VpnSessionIssued: ({ session_id, slot_id, server_id, expires_at, device }) => ({
      ...{ session_id, slot_id, server_id, expires_at },
      ...{ device_type: device.device_type, platform: device.platform, not_shown: ['device_id'] },
    }),
    VpnSessionConnected: byClass,
    VpnSessionDisconnected: byClass,
    VpnSessionExpired: byClass,
    VpnSessionRevoked: byClass,
    VpnSessionWithdrawn: byClass,
  },
})
