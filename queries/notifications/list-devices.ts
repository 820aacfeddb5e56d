import { sql } from 'slonik'
import { z } from 'zod'
import { deviceStreams, PLATFORMS } from '#domain/notifications/devices/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { pageLimit, pageOf } from '#values/page.ts'
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

const Row = z.object({
  device: z.string(),
  user_id: z.string(),
  device_id: z.string(),
  platform: z.enum(PLATFORMS),
  status: z.enum(['active', 'inactive']),
  app_version: z.string().nullable(),
  language: z.string().nullable(),
  registered_at: z.string(),
  last_seen_at: z.string(),
})

/**
 * From the read model `push_devices`. The newest registration first. Errors: INVALID_REQUEST for a cursor of another
 * user.
 */
export async function listDevices(
  db: Database,
  { client_id, user_id }: Person,
  { limit, cursor }: Omit<ListDevicesQuery, 'user_id'>,
) {
  const cursorScope = derivedUuid('push-devices', client_id, user_id)
  const position = z.tuple([z.literal(cursorScope), instant, z.uuid()])
  const after = cursor === undefined ? null : readCursor(cursor, position, 'INVALID_REQUEST')
  const isAfterCursor =
    after === null
      ? sql.fragment`true`
      : sql.fragment`(d.registered_at, d.device) < (${after[1]}::timestamptz, ${after[2]}::uuid)`
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select d.device::text as device, d.user_id, d.device_id, d.platform, d.status, d.app_version, d.language, d.registered_at,
        coalesce(t.seen_at, d.registered_at) as last_seen_at
      from read.push_devices as d left join ops.push_tokens as t
        on t.device = d.device and t.registration = d.registration and t.registered_at = d.registered_at
      where d.client_id = ${client_id} and d.user_id = ${user_id} and ${isAfterCursor}
      order by d.registered_at desc, d.device desc limit ${limit + 1}`),
  )
  const { page, pagination } = pageOf(rows, limit, last => cursorOf(cursorScope, last.registered_at, last.device))
  const data = page.map(({ device, ...row }) => ({ registration_id: deviceStreams.registrationId(device), ...row }))
  return { data, pagination }
}
