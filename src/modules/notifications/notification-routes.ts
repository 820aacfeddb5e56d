import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MARK_READ_MAX, MarkAllReadBody, markAllRead } from '#commands/notifications/mark-all-read.ts'
import { markRead, markReadErrors } from '#commands/notifications/mark-read.ts'
import {
  SendNotificationBody,
  sendNotification,
  sendNotificationErrors,
} from '#commands/notifications/send-notification.ts'
import { parseCategory } from '#domain/notifications/notifications/categories.ts'
import { getOwnNotification, notificationNotFound, notifications } from '#domain/notifications/notifications/decider.ts'
import { requesterOf } from '#event-sourcing/requester.ts'
import { type Api, contextOf } from '#http/api.ts'
import { findIdempotencyKey, idempotencyKeySchema } from '#http/idempotency-key.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import {
  ListNotificationHistoryQuery,
  listHistory,
  type NotificationHistoryRow,
} from '#queries/notifications/list-history.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { resolveUserId } from '#services/notifications/requester.ts'
import { openText } from '#services/notifications/sealing.ts'
import {
  MarkAllReadResponse,
  NotificationHistoryResponse,
  NotificationParams,
  NotificationReadResponse,
  QueuedNotificationResponse,
} from './notification-schemas.ts'
import { rateLimit, tags } from './route-config.ts'

const KeyHeaders = z.object({
  'Idempotency-Key': idempotencyKeySchema(
    'the same for every repeat, a different one for every other notification',
  ).optional(),
})

const sendNotificationOperation = {
  config: {
    ...rateLimit,
    scope: 'notify:send',
    errors: sendNotificationErrors,
    headers: KeyHeaders,
    replays: 'sometimes',
  },
  onRequest: async (request: FastifyRequest) => void findIdempotencyKey(request, 'INVALID_REQUEST'),
  schema: {
    tags,
    operationId: 'sendNotification',
    summary: 'Send a notification',
    description:
      'Queues a notification for the device of the user that was seen last, or for all devices. It is sent after the response, so that an outage of a push network delays it. Repeat the request with the same Idempotency-Key when its outcome is unknown. Without a key, requests with the same `data.alert_id`, category and user within 60 seconds are the same notification. NOTIF_002 means that no device of the user is reachable, NOTIF_004 that the user is unknown, NOTIF_007 that the client sent too many requests or the user has had 60 notifications in this minute, NOTIF_008 that none of the networks of the devices is available. A refused request queues nothing and does not use up its key. IDEMPOTENCY_KEY_REUSED means that the key belongs to another request, or that its notification was deleted by retention or with its user: use another key.',
    body: SendNotificationBody,
    response: { 200: QueuedNotificationResponse },
  },
} as const

const listHistoryOperation = {
  config: { ...rateLimit, scope: 'notify:read', errors: ['NOTIF_006'] },
  schema: {
    tags,
    operationId: 'listNotifications',
    summary: 'List notifications of a user',
    description:
      'Lists the notifications of one user, the newest first, with the total and unread counts. The list of an unknown user is empty. A notification that is sent while you page moves the others back by one. A consumer sees its own notifications.',
    querystring: ListNotificationHistoryQuery,
    response: { 200: NotificationHistoryResponse },
  },
} as const

const markReadOperation = {
  config: { ...rateLimit, scope: 'notify:register', errors: markReadErrors },
  schema: {
    tags,
    operationId: 'markNotificationRead',
    summary: 'Mark a notification as read',
    description:
      'Marks a notification as read; repeating it changes nothing. NOTIF_003 means that the notification does not exist, or belongs to another user.',
    params: NotificationParams,
    response: { 200: NotificationReadResponse },
  },
} as const

const markAllReadOperation = {
  config: { ...rateLimit, scope: 'notify:register' },
  schema: {
    tags,
    operationId: 'markAllNotificationsRead',
    summary: 'Mark all notifications of a user as read',
    description: `Marks all notifications up to now as read, at most the oldest ${MARK_READ_MAX.toLocaleString('en-US')}: repeat it while \`unread_count\` is not 0. A consumer needs no body; every other caller names the user.`,
    body: MarkAllReadBody,
    response: { 200: MarkAllReadResponse },
  },
} as const

/** Source: the spec, "Notification module"; marking as read is ours. */
export function notificationRoutes(api: Api, service: NotificationService): void {
  api.post('/notifications/send', sendNotificationOperation, async (request, reply) => {
    const params = { key: findIdempotencyKey(request, 'INVALID_REQUEST'), body: request.body }
    const result = await sendNotification(service, contextOf(request, service.now()), params)
    if (result.replayed) reply.header('Idempotent-Replayed', 'true')
    const { category, priority, deliveries, queued_at } = result.notification
    const targeted = deliveries.filter(({ isRetargeted }) => !isRetargeted)
    return {
      ...{ notification_id: notifications.notificationId(result.id), status: 'queued' as const, category, priority },
      ...{ devices_targeted: targeted.length, created_at: queued_at },
    }
  })

  api.get('/notifications/history', listHistoryOperation, async ({ caller, query }) => {
    const { limit, offset } = query
    const person = { client_id: caller.client_id, user_id: resolveUserId(caller, query.user_id) }
    const category = query.category === undefined ? null : parseCategory(query.category, 'category')
    if (offset === 0) await service.waitForNotifications()
    const isUnreadOnly = query.unread_only === 'true'
    const { rows, total, unread } = await listHistory(service.db, person, { limit, offset, category, isUnreadOnly })
    const data = await Promise.all(rows.map(row => toResponse(service, row)))
    const has_more = offset + rows.length < total
    return { data, pagination: { limit, offset, total_items: total, has_more }, unread_count: unread }
  })

  /** As `onRequest`: 404 and a restriction come before all other errors. */
  const assertReadableNotification = async ({ params, caller }: FastifyRequest) => {
    const id = notifications.parseNotificationId((params as { notification_id: string }).notification_id)
    if (id === null) throw notificationNotFound()
    const { state } = await service.execute.load(notifications, id)
    const { client_id, user_id } = getOwnNotification(state, requesterOf(caller))
    const accessStatus = await getAccessStatus(service, { client_id, user_id }, notifications.stream(id))
    if (accessStatus === 'erased') throw notificationNotFound()
    assertReadable(accessStatus, caller)
  }

  api.post(
    '/notifications/:notification_id/read',
    { ...markReadOperation, onRequest: assertReadableNotification },
    async request => {
      const { notification } = await markRead(service, contextOf(request, service.now()), request.params)
      return { ...request.params, read_at: notification.read_at ?? notification.queued_at }
    },
  )

  api.post('/notifications/read-all', markAllReadOperation, async request =>
    markAllRead(service, contextOf(request, service.now()), request.body),
  )
}

async function toResponse(service: NotificationService, { id, ...row }: NotificationHistoryRow) {
  const { category, priority, text_sealed, queued_at, read_at, queued, sent, failed, expired, failure_reason } = row
  const text = await openText(service, id, text_sealed)
  return {
    ...{ notification_id: notifications.notificationId(id), title: text?.title ?? null, body: text?.body ?? null },
    ...{ category, priority, data: text?.data ?? null, created_at: queued_at, read_at },
    delivery: { queued, sent, failed, expired, failure_reason },
  }
}
