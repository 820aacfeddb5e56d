import {
  getOwnNotification,
  type Notification,
  notificationNotFound,
  notifications,
} from '#domain/notifications/notifications/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import type { Service } from '#service.ts'
import type { ErrorCode } from '#values/errors.ts'

/** Deliveries to devices append to the same stream at the same time. */
const RETRY_BUDGET_MS = 2_000

export const markReadErrors = ['NOTIF_003'] as const satisfies readonly ErrorCode[]

/** Idempotent. Errors: NOTIF_003, also for a notification of another user or client. */
export async function markRead(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { notification_id }: { notification_id: string },
): Promise<{ notification: Notification; isNew: boolean }> {
  const id = notifications.parseNotificationId(notification_id)
  if (id === null) throw notificationNotFound()
  const requester = requesterOf(context.actor)
  const { state, events } = await execute.run(notifications, id, { type: 'read', requester }, context, {
    retryBudgetMs: RETRY_BUDGET_MS,
  })
  return { notification: getOwnNotification(state, requester), isNew: events.length > 0 }
}
