import type { ErrorAdvice } from '#http/openapi/error-advice.ts'
import type { Tag } from '#http/openapi/tags.ts'

/** Groups of operations in the reference. */
export const vpnTags: readonly Tag[] = [
  {
    name: 'vpn',
    order: 50,
    'x-displayName': 'VPN',
    description:
      'A device gets a session on a server, with credentials for an OpenVPN client. A user has at most two at a time; a session lives while its device sends heartbeats.',
  },
]

export const vpnErrorAdvice: ErrorAdvice = {
  VPN_001: 'End one of the sessions in `details.active_sessions` first.',
  VPN_002: 'Choose one of the servers in `details.alternatives`, or repeat it later.',
  VPN_003: 'Choose another server.',
  VPN_004: 'Check the server id.',
  VPN_005: 'Connect again.',
  VPN_006: 'Use the session in `details.session_id`. If its password was lost, end it and connect again.',
  VPN_007: 'Connect again.',
  VPN_008: 'Report the `request_id`.',
}
