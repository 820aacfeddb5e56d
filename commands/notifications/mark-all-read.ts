import pMap from 'p-map'
import { z } from 'zod'
import { notifications } from '#domain/notifications/notifications/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { assertNotRestricted, resolveUserId } from '#services/notifications/requester.ts'
import { countUnread, listUnread } from '#services/notifications/unread.ts'
import { ID_LENGTH_MAX, optional, plainText } from '#values/text.ts'
import { markRead } from './mark-read.ts'

export const MarkAllReadBody = z
  .object({
    user_id: optional(plainText(ID_LENGTH_MAX)).describe(
      'The user, by your own id. A consumer is always the user of the token and needs no body.',
    ),
  })
  .nullish()
  .transform(body => body ?? { user_id: null })

export const MARK_READ_MAX = 1_000
const CONCURRENCY = 32

/** Marks the oldest unread notifications of a user as read. Errors: INVALID_REQUEST for a restricted person. */
export async function markAllRead(
  service: Pick<NotificationService, 'execute' | 'db' | 'waitForNotifications'>,
  context: Context,
  { user_id }: z.output<typeof MarkAllReadBody>,
): Promise<{ marked: number; unread_count: number }> {
  const { actor, command_id } = context
  const person = { client_id: actor.client_id, user_id: resolveUserId(actor, user_id) }
  await service.waitForNotifications()
  const unread = await listUnread(service.db, person, MARK_READ_MAX)
  await assertNotRestricted(service, person)
  const results = await pMap(
    unread.map(notifications.notificationId),
    (notification_id, index) =>
      markRead(service, { ...context, command_id: `${command_id}:${index}` }, { notification_id }),
    { concurrency: CONCURRENCY },
  )
  await service.waitForNotifications()
  const marked = results.filter(({ isNew }) => isNew).length
  return { marked, unread_count: await countUnread(service.db, person) }
}
