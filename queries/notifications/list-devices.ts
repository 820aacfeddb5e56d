import { sql } from 'slonik'
import { z } from 'zod'
import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { DeviceRow } from '#projections/notifications/devices.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { pageLimit } from '#values/page.ts'
import type { Person } from '#values/person.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50
const CURSOR_LENGTH_MAX = 400

export const ListDevicesQuery = z.strictObject({
  user_id: plainText(ID_LENGTH_MAX)
    .optional()
    .describe('The user, by your own id. A consumer is always the user of the token and may leave it out.'),
  limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Devices on a page, 1 to ${LIMIT_MAX}.`),
  cursor: z
    .string()
    .max(CURSOR_LENGTH_MAX)
    .optional()
    .describe('`next_cursor` of the previous page for the same user.'),
})
export type ListDevicesQuery = z.output<typeof ListDevicesQuery>

const Row = DeviceRow.omit({ client_id: true, registration: true }).extend({ last_seen_at: z.string() })

/** Errors: INVALID_REQUEST for another user's cursor. */
export async function listDevices(
  db: Database,
  { client_id, user_id }: Person,
  { limit, cursor }: Omit<ListDevicesQuery, 'user_id'>,
) {
  const keyset = keysetPage<z.infer<typeof Row>>({
    scope: derivedUuid('push-devices', client_id, user_id),
    columns: [
      { name: 'registered_at', type: 'timestamptz', text: instant },
      { name: 'device', type: 'uuid', text: z.uuid() },
    ],
    ...{ alias: 'd', limit, cursor },
  })
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select d.device::text as device, d.user_id, d.device_id, d.platform, d.status, d.app_version, d.language, d.registered_at,
        coalesce(t.seen_at, d.registered_at) as last_seen_at
      from read.push_devices as d left join ops.push_tokens as t
        on t.device = d.device and t.registration = d.registration and t.registered_at = d.registered_at
      where d.client_id = ${client_id} and d.user_id = ${user_id} and ${keyset.isAfterCursor} ${keyset.orderAndLimit}`),
  )
  const { page, pagination } = keyset.pageOf(rows)
  const data = page.map(({ device, ...row }) => ({ registration_id: deviceStreams.registrationId(device), ...row }))
  return { data, pagination }
}
