import { sql } from 'slonik'
import { z } from 'zod'
import { ignore, projection } from '#declarations/read-model.ts'
import {
  changeCoveredRows,
  ignoredSubjectEvents,
  NO_CLIENT_ID,
  RETROACTIVE_EVENTS,
} from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import { deviceStreams, type VpnDeviceEvent } from '#domain/vpn/devices/events.ts'
import { ERASED } from '#values/person.ts'

/** Owners of sessions: `[erased]` after an erasure, without a client while the user is restricted. */
const UserRow = z.object({
  devices: z.string(),
  client_id: z.string(),
  user_id: z.string(),
  /** Sessions issued until then have no owner, also when the user has come back since; null: never. */
  erased_at: z.string().nullable(),
})
type UserRow = z.infer<typeof UserRow>

export const vpnUsers = projection<UserRow, VpnDeviceEvent | SubjectEvent>({
  name: 'vpn_users',
  version: 1,
  row: UserRow,
  streams: [deviceStreams, subjectStreams],
  tables: [
    sql.unsafe`create table vpn_users (
      devices uuid primary key,
      client_id text not null,
      user_id text not null,
      erased_at timestamptz)`,
  ],
  indexes: [sql.unsafe`create index on vpn_users (client_id, user_id)`],
  key: 'devices',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    VpnSessionIssued(event) {
      const { client_id, user_id } = event.data
      const devices = deviceStreams.idOf(event)
      const next = (row: UserRow | undefined) => ({ devices, client_id, user_id, erased_at: row?.erased_at ?? null })
      return { rows: [{ key: { devices }, next }] }
    },
    VpnSessionConnected: ignore,
    VpnSessionDisconnected: ignore,
    VpnSessionExpired: ignore,
    VpnSessionRevoked: ignore,
    VpnSessionWithdrawn: ignore,
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<UserRow>(deviceStreams, event, devices => [
        { key: { devices }, next: row => ({ ...row, client_id: NO_CLIENT_ID }) },
      ]),
    SubjectErased: event =>
      changeCoveredRows<UserRow>(deviceStreams, event, devices => [
        {
          key: { devices },
          next: row => ({ ...row, client_id: event.data.client_id, user_id: ERASED, erased_at: event.at }),
        },
      ]),
  },
})
