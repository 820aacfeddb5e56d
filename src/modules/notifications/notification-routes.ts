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
import { CATEGORIES, FAILURES, PRIORITIES } from '#domain/notifications/notifications/events.ts'
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
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { notificationOperation, rateLimit, tags } from './operation.ts'

const notification_id = z.string().describe('The id of the notification: `ntf_` and a UUID, 40 characters.')
const category = z.enum(CATEGORIES).describe('The category.')
const priority = z.enum(PRIORITIES).describe('The urgency.')
const unread_count = z.int().describe('Number of unread notifications, in all categories.')
const deviceCount = (which: string) => z.int().describe(`Number of devices ${which}.`)

const QueuedNotificationResponse = z
  .object({
    notification_id,
    status: z.literal('queued').describe('Always queued; the history shows the outcome.'),
    category,
    priority,
    devices_targeted: z
      .int()
      .describe(
        'Number of devices it is sent to. When none of them is reachable, it is sent to the other devices of the user.',
      ),
    created_at: timestamp('When it was queued'),
  })
  .meta({ id: 'QueuedNotification', description: 'A queued notification.' })

const nullWhenExpired = 'null once retention has deleted it'

const NotificationHistoryResponse = z
  .object({
    data: z
      .array(
        z
          .object({
            notification_id,
            title: z.string().nullable().describe(`The title; ${nullWhenExpired}.`),
            body: z.string().nullable().describe(`The text; ${nullWhenExpired}.`),
            category,
            priority,
            data: z.record(z.string(), z.string()).nullable().describe(`Data for the app; ${nullWhenExpired}.`),
            created_at: timestamp('When it was queued'),
            read_at: timestampOrNull('When the user read it, null while unread'),
            delivery: z
              .object({
                queued: deviceCount('that are still to get it'),
                sent: deviceCount('whose push network accepted it; the device may not have it yet'),
                failed: deviceCount('that cannot get it'),
                expired: deviceCount('that were not reached within its time to live'),
                failure_reason: z
                  .enum(FAILURES)
                  .nullable()
                  .describe('Reason of the last failure; null while there is none.'),
              })
              .describe('The outcome by device.'),
          })
          .meta({ id: 'Notification', description: 'A notification of a user.' }),
      )
      .describe('The newest first.'),
    pagination: z
      .object({
        limit: z.int().describe('Notifications on a page.'),
        offset: z.int().describe('How many of the newest were skipped.'),
        total_items: z.int().describe('Number of notifications that match the filters.'),
        has_more: z.boolean().describe('Whether there is another page.'),
      })
      .describe('The position of this page.'),
    unread_count,
  })
  .describe('A page of notifications of a user.')

const NotificationParams = z.object({ notification_id })

const NotificationReadResponse = z
  .object({ notification_id, read_at: timestamp('When it was first marked as read') })
  .describe('The notification is marked as read.')

const MarkAllReadResponse = z
  .object({ marked: z.int().describe('How many were unread before.'), unread_count })
  .describe('The notifications are marked as read.')

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
    description: prose(
      'Queues a notification for the device of the user that was seen last, or for all devices. It is sent after',
      'the response, so that an outage of a push network delays it. Repeat the request with the same',
      'Idempotency-Key when its outcome is unknown. Without a key, requests with the same `data.alert_id`,',
      'category and user within 60 seconds are the same notification. NOTIF_002 means that no device of the user',
      'is reachable, NOTIF_004 that the user is unknown, NOTIF_007 that the client sent too many requests or the',
      'user has had 60 notifications in this minute, NOTIF_008 that none of the networks of the devices is',
      'available. A refused request queues nothing and does not use up its key. IDEMPOTENCY_KEY_REUSED means that',
      'the key belongs to another request, or that its notification was deleted by retention or with its user: use',
      'another key.',
    ),

    body: SendNotificationBody,
    response: { 200: QueuedNotificationResponse },
  },
} as const

const listHistoryOperation = notificationOperation('notify:read', ['NOTIF_006'], {
  operationId: 'listNotifications',
  summary: 'List notifications of a user',
  description: prose(
    'Lists the notifications of one user, the newest first, with the total and unread counts. The list of an',
    'unknown user is empty. A notification that is sent while you page moves the others back by one. A consumer',
    'sees its own notifications.',
  ),
  querystring: ListNotificationHistoryQuery,
  response: { 200: NotificationHistoryResponse },
})

const markReadOperation = notificationOperation('notify:register', markReadErrors, {
  operationId: 'markNotificationRead',
  summary: 'Mark a notification as read',
  description: prose(
    'Marks a notification as read; repeating it changes nothing. NOTIF_003 means that the notification does not',
    'exist, or belongs to another user.',
  ),
  params: NotificationParams,
  response: { 200: NotificationReadResponse },
})

const markAllReadOperation = notificationOperation('notify:register', [], {
  operationId: 'markAllNotificationsRead',
  summary: 'Mark all notifications of a user as read',
  description: prose(
    `Marks all notifications up to now as read, at most the oldest ${MARK_READ_MAX.toLocaleString('en-US')}: repeat`,
    'it while `unread_count` is not 0. A consumer needs no body; every other caller names the user.',
  ),
  body: MarkAllReadBody,
  response: { 200: MarkAllReadResponse },
})

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
