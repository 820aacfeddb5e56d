import { sql } from 'slonik'
import { projection, type RowChange } from '#declarations/read-model.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import type { SessionStatus } from '#domain/vpn/devices/session.ts'
import type { Recorded } from '#event-sourcing/decider.ts'

/**
 * A session of the history. The user is in `vpn_users`, by the id of the user's stream: after an erasure no row is
 * about a person.
 */
type SessionRow = {
  session_id: string
  devices: string
  server_id: number
  slot_id: number
  device_type: string | null
  platform: string | null
  status: SessionStatus
  issued_at: string
  connected_at: string | null
  ended_at: string | null
  /** Why it was revoked; null for other ends. */
  reason: string | null
}

type EventOfType<T extends VpnDeviceEvent['type']> = Recorded<Extract<VpnDeviceEvent, { type: T }>>

function change(
  { data }: { data: { session_id: string } },
  changes: Partial<SessionRow>,
): { rows: RowChange<SessionRow>[] } {
  return {
    rows: [{ key: { session_id: data.session_id }, next: row => (row === undefined ? null : { ...row, ...changes }) }],
  }
}

const ended = (event: EventOfType<VpnDeviceEvent['type']>, status: SessionStatus, reason: string | null = null) =>
  change(event, { status, ended_at: event.at, reason })

export const vpnSessions = projection<SessionRow, VpnDeviceEvent>({
  name: 'vpn_sessions',
  version: 1,
  streams: [deviceStreams],
  tables: [
    sql.unsafe`create table vpn_sessions (
      session_id text collate "C" primary key,
      devices uuid not null,
      server_id integer not null,
      slot_id integer not null,
      device_type text,
      platform text,
      status text not null,
      issued_at timestamptz not null,
      connected_at timestamptz,
      ended_at timestamptz,
      reason text)`,
  ],
  indexes: [
    sql.unsafe`create index on vpn_sessions (devices, issued_at desc, session_id desc)`,
    sql.unsafe`create index on vpn_sessions (issued_at desc, session_id desc)`,
    // Open sessions are few among all.
    sql.unsafe`create index on vpn_sessions (session_id) where ended_at is null`,
  ],
  key: 'session_id',
  counters: [],
  on: {
    VpnSessionIssued(event) {
      const { session_id, server_id, slot_id, device } = event.data
      const row: SessionRow = {
        ...{ session_id, devices: deviceStreams.idOf(event), server_id, slot_id },
        ...{ device_type: device.device_type, platform: device.platform, status: 'issued' as const },
        ...{ issued_at: event.at, connected_at: null, ended_at: null, reason: null },
      }
      return { rows: [{ key: { session_id }, next: () => row }] }
    },
    VpnSessionConnected: event => change(event, { status: 'connected', connected_at: event.at }),
    VpnSessionDisconnected: event => ended(event, 'disconnected'),
    VpnSessionExpired: event => ended(event, 'expired'),
    VpnSessionRevoked: event => ended(event, 'revoked', event.data.reason),
    VpnSessionWithdrawn: event => ended(event, 'withdrawn'),
  },
})
