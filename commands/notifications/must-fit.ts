import { collapseIdOf } from '#domain/notifications/notifications/categories.ts'
import { type Category, notificationStreams, type Priority } from '#domain/notifications/notifications/events.ts'
import { NETWORKS } from '#edge/push/networks.ts'
import { PAYLOAD_BYTES_MAX, payloadBytes } from '#edge/push/payload.ts'
import { fieldRejection } from '#values/errors.ts'
import { newUuid } from '#values/ids.ts'
import { BADGE_MAX, type SendNotificationBody } from './send-input.ts'

/**
 * A push network takes so much and no more, of which what only the service adds is as long in all of them. It is asked of both, because the user's next
 * phone may be on the other one. Errors: INVALID_REQUEST.
 */
export function mustFit(
  { notification: { title, body, data }, options: { badge_count, sound } }: SendNotificationBody,
  { category, priority }: { category: Category; priority: Priority },
): void {
  const id = newUuid()
  const message = {
    ...{ title, body, category, priority, data, sound, badge: badge_count ?? BADGE_MAX, mayBreakSilence: true },
    ...{ notificationId: notificationStreams.notificationId(id), collapseId: collapseIdOf(id, category, data) },
  }
  const bytes = Math.max(...NETWORKS.map(network => payloadBytes(network, message)))
  if (bytes <= PAYLOAD_BYTES_MAX) return
  const reason = `takes ${bytes} bytes as push networks are given it, of which they take ${PAYLOAD_BYTES_MAX}`
  throw fieldRejection('INVALID_REQUEST', [{ field: 'notification', reason }])
}
