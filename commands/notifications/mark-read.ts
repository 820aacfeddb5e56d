import { notifications, ownNotification } from '#domain/notifications/notifications/decider.ts'
import type { Notification } from '#domain/notifications/notifications/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { askingAs } from '#services/notifications/asking.ts'

/** Its devices write at the same time what became of it. */
const PATIENCE_MS = 2_000

/** The user has read it; the same again changes nothing. Errors: NOTIF_003, also for another user's and another client's. */
export async function markRead(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  id: string,
): Promise<{ notification: Notification; isNew: boolean }> {
  const asking = askingAs(context.actor)
  const { state, events } = await execute.run(notifications, id, { type: 'read', asking }, context, {
    patienceMs: PATIENCE_MS,
  })
  return { notification: ownNotification(state, asking), isNew: events.length > 0 }
}
