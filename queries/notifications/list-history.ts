import { sql } from 'slonik'
import { z } from 'zod'
import { CATEGORIES } from '#domain/notifications/notifications/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { NotificationRow } from '#projections/notifications/notifications.ts'
import { pageLimit } from '#values/page.ts'
import type { Person } from '#values/person.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

/** Source: the spec, "Notification history | limit max 100". */
const LIMIT_MAX = 100
const LIMIT_DEFAULT = 50
/** Limit of PostgreSQL's integers. */
const OFFSET_MAX = 2_147_483_647
const SHORT_TEXT_LENGTH_MAX = 64

export const ListNotificationHistoryQuery = z.strictObject({
  user_id: plainText(ID_LENGTH_MAX)
    .optional()
    .describe('The user, by your own id. A consumer is always the user of the token and may leave it out.'),
  limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Notifications on a page, 1 to ${LIMIT_MAX}.`),
  offset: z.coerce.number().int().min(0).max(OFFSET_MAX).default(0).describe('How many of the newest to skip.'),
  category: plainText(SHORT_TEXT_LENGTH_MAX)
    .optional()
    .describe(`Only this category: ${CATEGORIES.join(', ')}. Any other value is NOTIF_006.`),
  unread_only: z.enum(['true', 'false']).optional().describe('Only unread notifications.'),
})
export type ListNotificationHistoryQuery = z.output<typeof ListNotificationHistoryQuery>

type Page = { limit: number; offset: number; category: string | null; isUnreadOnly: boolean }

const Row = NotificationRow.pick({
  ...{ category: true, priority: true, text_sealed: true, queued_at: true, read_at: true },
  ...{ queued: true, sent: true, failed: true, expired: true, failure_reason: true },
}).extend({ id: z.string() })
export type NotificationHistoryRow = z.output<typeof Row>

const counts = { total: z.coerce.number(), unread: z.coerce.number() }
/** A page without notifications is one row with the counts alone. */
const ResultRow = z.union([Row.extend(counts), z.object({ ...counts, id: z.null() })])

/** Counts and page are of the same snapshot. */
export async function listHistory(
  db: Database,
  { client_id, user_id }: Person,
  { limit, offset, category, isUnreadOnly }: Page,
): Promise<{ rows: readonly NotificationHistoryRow[]; total: number; unread: number }> {
  const isPerson = sql.fragment`client_id = ${client_id} and user_id = ${user_id}`
  const all = sql.fragment`true`
  const isCategory = category === null ? all : sql.fragment`category = ${category}`
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(ResultRow)`
      select c.total, c.unread, n.*
      from (
        select coalesce(sum(count) filter (where ${isCategory} and ${isUnreadOnly ? sql.fragment`status = 'unread'` : all}), 0) as total,
          coalesce(sum(count) filter (where status = 'unread'), 0) as unread
        from read.notification_counts where ${isPerson}
      ) as c left join (
        select notification::text as id, category, priority, text_sealed, queued_at, read_at, queued, sent, failed, expired,
          failure_reason
        from read.notifications
        where ${isPerson} and ${isCategory} and ${isUnreadOnly ? sql.fragment`read_at is null` : all}
        order by queued_at desc, notification desc limit ${limit} offset ${offset}
      ) as n on true
      order by n.queued_at desc, n.id desc`),
  )
  const { total = 0, unread = 0 } = rows[0] ?? {}
  return { rows: rows.filter(row => row.id !== null), total, unread }
}
