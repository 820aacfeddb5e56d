import { sql } from 'slonik'
import { z } from 'zod'
import {
  deliveryTo,
  holdMsOf,
  isNotification,
  type Notification,
  notifications,
} from '#domain/notifications/notifications/decider.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'

/** Later notifications to check; more hardly ever wait at once. */
const NEWER_MAX = 20

type Candidate = { id: string; device: string; notification: Notification; lastSent: string | null }

/** By a later notification on the device. False when the list is unavailable. */
export async function isSuperseded(
  { execute, db, now }: Pick<NotificationService, 'execute' | 'db' | 'now'>,
  { id, device, notification, lastSent }: Candidate,
): Promise<boolean> {
  if (notification.collapse_id === notifications.notificationId(id)) return false
  const listed = await listNewer(db, id, notification, NEWER_MAX).catch(() => [])
  for (const other of lastSent === null ? listed : [lastSent, ...listed]) {
    const { state } = await execute.load(notifications, other)
    if (!isNotification(state) || !isNewer(state, other)) continue
    const status = deliveryTo(state, device)?.status
    if (status === 'sent' || (status === 'queued' && holdMsOf(state, now()) <= 0)) return true
  }
  return false

  function isNewer(state: Notification, other: string): boolean {
    const [ownTime, otherTime] = [Date.parse(notification.queued_at), Date.parse(state.queued_at)]
    return otherTime === ownTime ? other > id : otherTime > ownTime
  }
}

type CollapsibleNotification = { client_id: string; user_id: string; collapse_id: string; queued_at: string }

/** Ids of later notifications with the same collapse id, the newest first. */
export async function listNewer(
  db: Database,
  id: string,
  { client_id, user_id, collapse_id, queued_at }: CollapsibleNotification,
  limit: number,
): Promise<readonly string[]> {
  return rejectIfUnbuilt(
    db.anyFirst(sql.type(z.object({ id: z.string() }))`
      select notification::text as id from read.notifications
      where client_id = ${client_id} and user_id = ${user_id} and collapse_id = ${collapse_id}
        and (queued_at, notification) > (${queued_at}::timestamptz, ${id}::uuid)
      order by queued_at desc, notification desc limit ${limit}`),
  )
}
