import { allFields, historyView } from '#declarations/history-view.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import { type ServerEvent, serverStreams } from '#domain/vpn/servers/events.ts'

export const serverHistoryView = historyView<ServerEvent>({
  streams: serverStreams,
  plural: 'vpn-servers',
  version: 1,
  owner: ({ type, data }) => (type === 'VpnServerRegistered' ? { client_id: data.client_id } : null),
  on: {
    VpnServerRegistered: ({ terms }) => terms,
    VpnServerChanged: ({ terms }) => terms,
    VpnServerMaintenanceStarted: allFields,
    VpnServerMaintenanceEnded: allFields,
    VpnServerRetired: allFields,
    VpnSlotTaken: ({ session_id }) => ({ session_id }),
    VpnSlotGivenBack: allFields,
    VpnSlotsCounted: ({ held }) => ({ held: held.length }),
  },
})

/** Without the device's id, which is personal. */
export const deviceHistoryView = historyView<VpnDeviceEvent>({
  streams: deviceStreams,
  plural: 'vpn-devices',
  version: 1,
  owner: ({ type, data }) => (type === 'VpnSessionIssued' ? { client_id: data.client_id } : null),
  subject: ({ type, data }) => (type === 'VpnSessionIssued' ? data.user_id : null),
  object: ({ data }) => data.session_id,
  on: {
    VpnSessionIssued: ({ session_id, slot_id, server_id, expires_at, device }) => ({
      ...{ session_id, slot_id, server_id, expires_at },
      ...{ device_type: device.device_type, platform: device.platform, not_shown: ['device_id'] },
    }),
    VpnSessionConnected: allFields,
    VpnSessionDisconnected: allFields,
    VpnSessionExpired: allFields,
    VpnSessionRevoked: allFields,
    VpnSessionWithdrawn: allFields,
  },
})
