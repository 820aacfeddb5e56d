import { sql } from 'slonik'
import { z } from 'zod'
import { projection, type RowChange } from '#declarations/read-model.ts'
import { deviceStreams, PLATFORMS, type PushDeviceEvent } from '#domain/notifications/devices/events.ts'
import {
  changeCoveredRows,
  ignoredSubjectEvents,
  NO_CLIENT_ID,
  RETROACTIVE_EVENTS,
} from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

/** A restriction or an erasure only affects rows of its user: the device may belong to another user now. */
export const DeviceRow = z.object({
  device: z.string(),
  client_id: z.string(),
  user_id: z.string(),
  device_id: z.string(),
  platform: z.enum(PLATFORMS),
  app_version: z.string().nullable(),
  language: z.string().nullable(),
  status: z.enum(['active', 'inactive']),
  registered_at: z.string(),
  registration: z.int(),
})
type DeviceRow = z.infer<typeof DeviceRow>

function change(
  event: { stream: string },
  next: (row: DeviceRow) => DeviceRow | null,
): { rows: RowChange<DeviceRow>[] } {
  const device = deviceStreams.idOf(event)
  return { rows: [{ key: { device }, next: row => (row === undefined ? null : next(row)) }] }
}

export const pushDevicesList = projection<DeviceRow, PushDeviceEvent | SubjectEvent>({
  name: 'push_devices',
  row: DeviceRow,
  version: 1,
  streams: [deviceStreams, subjectStreams],
  tables: [
    sql.unsafe`create table push_devices (
      device uuid primary key,
      client_id text not null,
      user_id text not null,
      device_id text not null,
      platform text not null,
      app_version text,
      language text,
      status text not null,
      registered_at timestamptz not null,
      registration integer not null)`,
  ],
  indexes: [sql.unsafe`create index on push_devices (client_id, user_id, registered_at desc, device desc)`],
  key: 'device',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    PushDeviceRegistered(event) {
      const { client_id, user_id, device_id, platform, app_version, language } = event.data
      const device = deviceStreams.idOf(event)
      const row: DeviceRow = {
        ...{ device, client_id, user_id, device_id, platform, app_version, language },
        ...{ status: 'active', registered_at: event.at, registration: event.revision },
      }
      return { rows: [{ key: { device }, next: () => row }] }
    },
    PushDeviceTokenMoved: event => change(event, row => ({ ...row, status: 'inactive' })),
    PushDeviceDeactivated: event => change(event, row => ({ ...row, status: 'inactive' })),
    PushDeviceUnregistered: event => change(event, () => null),
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<DeviceRow>(deviceStreams, event, device => [
        {
          key: { device },
          next: row => (row.user_id === event.data.user_id ? { ...row, client_id: NO_CLIENT_ID } : row),
        },
      ]),
    SubjectErased: event =>
      changeCoveredRows<DeviceRow>(deviceStreams, event, device => [
        { key: { device }, next: row => (row.user_id === event.data.user_id ? null : row) },
      ]),
  },
})
