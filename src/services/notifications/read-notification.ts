import { notifications } from '#domain/notifications/notifications/decider.ts'
import { isNotification, type Notification } from '#domain/notifications/notifications/state.ts'
import type { Service } from '#service.ts'

/** A notification as it stands, with what is sealed of it. */
export type SealedNotification = { id: string; notification: Notification; text_sealed: string }

/** Read from its stream and not from memory, which has no room for what is sealed. Null = there is none. */
export async function readNotification(
  { execute }: Pick<Service, 'execute'>,
  id: string,
): Promise<SealedNotification | null> {
  const { state: notification, events } = await execute.read(notifications, id)
  const [first] = events
  if (first?.type !== 'NotificationQueued' || !isNotification(notification)) return null
  return { id, notification, text_sealed: first.data.text_sealed }
}
