import { z } from 'zod'
import { CATEGORIES, FAILURES, PRIORITIES } from '#domain/notifications/notifications/events.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'

const notification_id = z.string().describe('The id of the notification: `ntf_` and a UUID, 40 characters.')
const category = z.enum(CATEGORIES).describe('The category.')
const priority = z.enum(PRIORITIES).describe('The urgency.')
const unread_count = z.int().describe('Number of unread notifications, in all categories.')
const deviceCount = (which: string) => z.int().describe(`Number of devices ${which}.`)

export const QueuedNotificationResponse = z
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

export const NotificationHistoryResponse = z
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

export const NotificationParams = z.object({ notification_id })

export const NotificationReadResponse = z
  .object({ notification_id, read_at: timestamp('When it was first marked as read') })
  .describe('The notification is marked as read.')

export const MarkAllReadResponse = z
  .object({ marked: z.int().describe('How many were unread before.'), unread_count })
  .describe('The notifications are marked as read.')
