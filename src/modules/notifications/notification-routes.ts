import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { MarkAllReadBody, markAllRead } from '#commands/notifications/mark-all-read.ts'
import { markRead } from '#commands/notifications/mark-read.ts'
import { SendNotificationBody, sendNotification } from '#commands/notifications/send-notification.ts'
import { parseCategory } from '#domain/notifications/notifications/categories.ts'
import { getOwnNotification, notificationNotFound, notifications } from '#domain/notifications/notifications/decider.ts'
import { notificationStreams } from '#domain/notifications/notifications/events.ts'
import { type Api, contextOf } from '#http/api.ts'
import { findIdempotencyKey, idempotencyKeySchema } from '#http/idempotency-key.ts'
import { assertReadable, getAccessStatus } from '#privacy/access-status.ts'
import { countUnread, ListNotificationHistoryQuery, listHistory } from '#queries/notifications/list-history.ts'
import { listUnread } from '#queries/notifications/list-unread.ts'
import { OWN_WRITES_MS_MAX, rateLimit } from '#services/notifications/limits.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { requesterOf, resolveUserId } from '#services/notifications/requester.ts'
import { openText } from '#services/notifications/sealing.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import {
  MarkAllReadResponse,
  NotificationHistoryResponse,
  NotificationParams,
  NotificationReadResponse,
  QueuedNotificationResponse,
} from './notification-schemas.ts'

/** In one request; whoever has more asks again. */
const MARK_READ_MAX = 1_000
const described = { tags: ['notifications'] }
const KeyHeaders = z.object({
  'Idempotency-Key': idempotencyKeySchema(
    'the same for every repeat, another for everything else that is sent',
  ).optional(),
})

/** The spec's "Notification module" as far as sending and history go, with how notifications are marked as read (ours). */
export function notificationRoutes(api: Api, service: NotificationService): void {
  const waitForReadModel = () =>
    waitForCheckpoint(service, {
      subscription: 'notifications',
      prefixes: [notificationStreams.prefix],
      msMax: OWN_WRITES_MS_MAX,
    })

  api.post(
    '/notifications/send',
    {
      config: {
        ...rateLimit,
        scope: 'notify:send',
        errors: ['NOTIF_002', 'NOTIF_004', 'NOTIF_006', 'NOTIF_008', 'IDEMPOTENCY_KEY_REUSED'],
        headers: KeyHeaders,
        replays: 'sometimes',
      },
      // What is wrong with the key is told before the body is read.
      onRequest: async request => void findIdempotencyKey(request, 'INVALID_REQUEST'),
      schema: {
        ...described,
        operationId: 'sendNotification',
        summary: 'Tell a user something',
        description:
          'Queues a notification for the device of the user that was seen last, or for all of them; push networks are asked after it is answered, so that an outage of theirs delays it and does not refuse it. Repeat the request with the same Idempotency-Key whenever its outcome is unknown. Without a key, the same `data.alert_id` in the same category for the same user within 60 seconds is the same notification. NOTIF_002 means that no device of the user is reached, NOTIF_004 that nobody of that id is known, NOTIF_007 that the client asked too often or that the user was told 60 times in this minute, NOTIF_008 that none of the networks of the devices can be used at present. What is refused uses up no key, and queues nothing. IDEMPOTENCY_KEY_REUSED means that the key is another request’s, or that its notification is forgotten by now, with its user or by its time: use another key.',
        body: SendNotificationBody,
        response: { 200: QueuedNotificationResponse },
      },
    },
    async (request, reply) => {
      const params = { key: findIdempotencyKey(request, 'INVALID_REQUEST'), body: request.body }
      const result = await sendNotification(service, contextOf(request, service.now()), params)
      if (result.replayed) reply.header('Idempotent-Replayed', 'true')
      const { category, priority, deliveries, queued_at } = result.notification
      const targeted = deliveries.filter(({ isRetargeted }) => !isRetargeted)
      return {
        ...{ notification_id: notifications.notificationId(result.id), status: 'queued' as const, category, priority },
        ...{ devices_targeted: targeted.length, created_at: queued_at },
      }
    },
  )

  api.get(
    '/notifications/history',
    {
      config: { ...rateLimit, scope: 'notify:read', errors: ['NOTIF_006'] },
      schema: {
        ...described,
        operationId: 'listNotifications',
        summary: 'What a user was told',
        description:
          'Lists what one user was told, the newest first, with how much of it there is and how much is unread. A user who was told nothing has an empty list. What is told while you leaf through moves the rest back by one. A consumer sees its own.',
        querystring: ListNotificationHistoryQuery,
        response: { 200: NotificationHistoryResponse },
      },
    },
    async ({ caller, query }) => {
      const { limit, offset } = query
      const person = { client_id: caller.client_id, user_id: resolveUserId(caller, query.user_id) }
      const category = query.category === undefined ? null : parseCategory(query.category, 'category')
      if (offset === 0) await waitForReadModel()
      const isUnreadOnly = query.unread_only === 'true'
      const { rows, total, unread } = await listHistory(service.db, person, { limit, offset, category, isUnreadOnly })
      const data = await Promise.all(
        rows.map(async ({ id, category, priority, text_sealed, queued_at, read_at, ...delivery }) => {
          const text = await openText(service, id, text_sealed)
          const { queued, sent, failed, expired, failure_reason } = delivery
          return {
            ...{ notification_id: notifications.notificationId(id), title: text?.title ?? null },
            ...{ body: text?.body ?? null, category, priority, data: text?.data ?? null },
            ...{ created_at: queued_at, read_at, delivery: { queued, sent, failed, expired, failure_reason } },
          }
        }),
      )
      const has_more = offset + rows.length < total
      return { data, pagination: { limit, offset, total_items: total, has_more }, unread_count: unread }
    },
  )

  /** As `onRequest`: 404, and who may not see the person, come before anything else. */
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
    {
      config: { ...rateLimit, scope: 'notify:register', errors: ['NOTIF_003'] },
      onRequest: assertReadableNotification,
      schema: {
        ...described,
        operationId: 'markNotificationRead',
        summary: 'Mark a notification as read',
        description:
          'The user has read it; the same again changes nothing. NOTIF_003 means that there is no such notification, or that it is somebody else’s.',
        params: NotificationParams,
        response: { 200: NotificationReadResponse },
      },
    },
    async request => {
      const { notification_id } = request.params
      const id = notifications.parseNotificationId(notification_id)
      if (id === null) throw notificationNotFound()
      const { notification } = await markRead(service, contextOf(request, service.now()), id)
      return { notification_id, read_at: notification.read_at ?? notification.queued_at }
    },
  )

  api.post(
    '/notifications/read-all',
    {
      config: { ...rateLimit, scope: 'notify:register' },
      schema: {
        ...described,
        operationId: 'markAllNotificationsRead',
        summary: 'Mark all notifications of a user as read',
        description: `The user has read everything up to now, or of more than ${MARK_READ_MAX.toLocaleString('en-US')} the oldest: repeat it while \`unread_count\` is not 0. A consumer does so with its own, and needs no body; every other caller names the user.`,
        body: MarkAllReadBody,
        response: { 200: MarkAllReadResponse },
      },
    },
    async request => {
      const person = {
        client_id: request.caller.client_id,
        user_id: resolveUserId(request.caller, request.body.user_id),
      }
      await waitForReadModel()
      const unread = await listUnread(service.db, person, MARK_READ_MAX)
      const marked = await markAllRead(service, contextOf(request, service.now()), person, unread)
      await waitForReadModel()
      return { marked, unread_count: await countUnread(service.db, person) }
    },
  )
}
