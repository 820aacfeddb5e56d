import { collapseIdOf } from '#domain/notifications/notifications/categories.ts'
import {
  type NotificationCategory,
  notificationStreams,
  type Priority,
} from '#domain/notifications/notifications/events.ts'
import { PAYLOAD_BYTES_MAX, payloadBytes } from '#edge/push/payload.ts'
import type { PushMessage } from '#edge/push/push-sender.ts'
import { NETWORKS } from '#edge/push/reasons.ts'
import { fieldRejection } from '#values/errors.ts'
import { newUuid } from '#values/ids.ts'

export const BADGE_MAX = 99_999

type Message = Pick<PushMessage, 'title' | 'body' | 'data' | 'sound'> & {
  badge_count: number | null
  category: NotificationCategory
  priority: Priority
}

/** Checks both networks, because the user's next phone may be on the other one. Errors: INVALID_REQUEST. */
export function assertPayloadFits({ badge_count, ...content }: Message): void {
  const id = newUuid()
  const message = {
    ...{ ...content, badge: badge_count ?? BADGE_MAX, isCriticalAlertAllowed: true },
    notificationId: notificationStreams.notificationId(id),
    collapseId: collapseIdOf(id, content.category, content.data),
  }
  const bytes = Math.max(...NETWORKS.map(network => payloadBytes(network, message)))
  if (bytes <= PAYLOAD_BYTES_MAX) return
  const reason = `takes ${bytes} bytes in the format of the push networks, which accept ${PAYLOAD_BYTES_MAX}`
  throw fieldRejection('INVALID_REQUEST', [{ field: 'notification', reason }])
}
