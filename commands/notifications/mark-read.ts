import { getOwnNotification, notifications } from '#domain/notifications/notifications/decider.ts'
import type { Notification } from '#domain/notifications/notifications/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import type { Service } from '#service.ts'

/** Deliveries to devices append to the same stream at the same time. */
const RETRY_BUDGET_MS = 2_000

/** Idempotent. Errors: NOTIF_003, also for a notification of another user or client. */
export async function markRead(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  id: string,
): Promise<{ notification: Notification; isNew: boolean }> {
  const requester = requesterOf(context.actor)
  const { state, events } = await execute.run(notifications, id, { type: 'read', requester }, context, {
    retryBudgetMs: RETRY_BUDGET_MS,
  })
  return { notification: getOwnNotification(state, requester), isNew: events.length > 0 }
}
