import { isNotification, type Notification, notifications } from '#domain/notifications/notifications/decider.ts'
import type { Service } from '#service.ts'

export type SealedNotification = { id: string; notification: Notification; text_sealed: string }

/** Read from the stream, because cached states leave out the encrypted text. Null if there is none. */
export async function readNotification(
  { execute }: Pick<Service, 'execute'>,
  id: string,
): Promise<SealedNotification | null> {
  const { state: notification, events } = await execute.read(notifications, id)
  const [first] = events
  if (first?.type !== 'NotificationQueued' || !isNotification(notification)) return null
  return { id, notification, text_sealed: first.data.text_sealed }
}
