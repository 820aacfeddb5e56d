import { sql } from 'slonik'
import { z } from 'zod'
import { projection, type RowChange } from '#declarations/read-model.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import { SESSION_STATUSES, type SessionStatus } from '#domain/vpn/devices/state.ts'
import type { Recorded } from '#event-sourcing/decider.ts'

/** The user is in `vpn_users`, so that after an erasure no row is about a person. */
export const SessionRow = z.object({
  session_id: z.string(),
  devices: z.string(),
  server_id: z.int(),
  slot_id: z.int(),
  device_type: z.string().nullable(),
  platform: z.string().nullable(),
  status: z.enum(SESSION_STATUSES),
  issued_at: z.string(),
  connected_at: z.string().nullable(),
  ended_at: z.string().nullable(),
  reason: z.string().nullable(),
})
type SessionRow = z.infer<typeof SessionRow>

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
  row: SessionRow,
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
