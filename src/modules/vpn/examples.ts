import type { Examples } from '#http/openapi/examples.ts'

const session_id = 'vps_01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e9f'
const location = {
  ...{ id: 20, name: 'Frankfurt 1', country: 'Germany', country_code: 'DE', city: 'Frankfurt' },
  ...{ ip: '198.51.100.20', port: 1194, protocol: 'udp' },
}
const record = { ...location, capacity: 250, dns_servers: ['10.8.0.1'], routing: 'full', status: 'online', used: 112 }
const lease_expires_at = '2026-11-01T12:02:00.000Z'
const times = { connected_at: '2026-11-01T12:00:00.000Z', expires_at: '2026-11-02T12:00:00.000Z' }
const device = { device_id: 'dev_7f3a', device_type: 'phone', platform: 'ios', app_version: '4.2.0' }
const heartbeatFields = { lease_expires_at, next_heartbeat_seconds: 30 }

export const vpnExamples: Examples = {
  createVpnAgent: {
    body: { name: 'vpn-20, Frankfurt' },
    responses: {
      201: {
        ...{
          service_account_id: 'svc_01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e9f',
          server_id: 20,
          secret: 'svcsec_told-once',
        },
        email:
          'svc_01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e9f@clt-01980a4e-5b1c-7d2e-9f30-4a5b6c7d8e9f.service-accounts.internal',
      },
    },
  },
  admitVpnTunnel: {
    body: { session_id, password_digest: 'b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9' },
    responses: { 200: { session_id, dns_servers: ['10.8.0.1'], expires_at: times.expires_at } },
  },
  reportVpnTunnels: {
    body: {
      tunnels: [{ session_id, tunnel: '1793534400.7', is_up: true, bytes_in: 10_240, bytes_out: 2_048 }],
    },
    responses: { 200: { ended: [] } },
  },
  watchVpnSessions: { body: { sessions: [session_id] }, responses: { 200: { ended: [session_id] } } },
  listVpnServers: {
    responses: {
      200: {
        data: [{ ...location, capacity_percent: 44, load: 'Low', recommended: true, status: 'online' }],
        summary: { servers: 1, countries: 1 },
      },
    },
  },
  connectVpn: {
    body: { user_id: 'usr_1', server_id: 20, device_info: device },
    responses: {
      200: {
        ...{ session_id, slot_id: 1, server_info: location, dns_servers: ['10.8.0.1'], ...times, ...heartbeatFields },
        vpn_credentials: { username: '01980a4e5b1c7d2e9f304a5b6c7d8e9f', password: 'told-once' },
        openvpn_config: 'client\ndev tun\nproto udp4\nremote 198.51.100.20 1194\nauth-user-pass\n',
      },
    },
  },
  disconnectVpn: { body: { session_id }, responses: { 200: { session_id, status: 'disconnected' } } },
  heartbeatVpn: {
    body: { session_id, bytes_in: 10_240, bytes_out: 2_048 },
    responses: { 200: { session_id, status: 'connected', ...heartbeatFields } },
  },
  listVpnSessions: {
    responses: {
      200: {
        data: [
          {
            ...{ session_id, user_id: 'usr_1', slot_id: 1, server_id: 20, device_id: 'dev_7f3a', status: 'connected' },
            ...{ issued_at: times.connected_at, connected_at: '2026-11-01T12:00:02.000Z', lease_expires_at },
            ...{ expires_at: times.expires_at, bytes_in: 10_240, bytes_out: 2_048 },
          },
        ],
        has_more: false,
      },
    },
  },
  listVpnHistory: {
    responses: {
      200: {
        data: [
          {
            ...{ session_id, user_id: 'usr_1', server_id: 20, slot_id: 1, device_type: 'phone', platform: 'ios' },
            ...{ status: 'disconnected', issued_at: times.connected_at, connected_at: '2026-11-01T12:00:02.000Z' },
            ...{ ended_at: '2026-11-01T13:00:00.000Z', reason: null },
          },
        ],
        pagination: { next_cursor: null, has_more: false },
      },
    },
  },
  revokeVpnSession: { responses: { 200: { session_id, status: 'revoked' } } },
  checkNetwork: {
    body: { security: 'wpa2', ssid: 'Airport', is_public: true, dns_servers: ['192.168.1.1'] },
    responses: {
      200: {
        ...{ risk_level: 'medium', vpn_recommended: true, auto_connect: false },
        ...{ reasons: ['public_network_with_password'], checked_at: '2026-11-01T12:00:00.000Z' },
      },
    },
  },
  registerVpnServer: {
    body: { ...location, capacity: 250 },
    responses: { 201: { ...record, used: 0 } },
  },
  changeVpnServer: { body: { status: 'maintenance' }, responses: { 200: { ...record, status: 'maintenance' } } },
}
