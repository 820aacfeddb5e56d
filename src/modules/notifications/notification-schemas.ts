import { z } from 'zod'
import { CATEGORIES, FAILURES, PRIORITIES } from '#domain/notifications/notifications/events.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'

const notification_id = z.string().describe('The notification: `ntf_` and a UUID, 40 characters.')
const category = z.enum(CATEGORIES).describe('What it is about.')
const priority = z.enum(PRIORITIES).describe('How urgent it is.')
const unread_count = z.int().describe('How many notifications the user has not read, of all categories.')
const deviceCount = (which: string) => z.int().describe(`Of its devices, ${which}.`)

export const QueuedNotificationResponse = z
  .object({
    notification_id,
    status: z.literal('queued').describe('Always queued: what becomes of it, the history tells.'),
    category,
    priority,
    devices_targeted: z
      .int()
      .describe('How many devices it goes to. Where none of them is reached it goes on to the other ones of the user.'),
    created_at: timestamp('When it was queued'),
  })
  .meta({ id: 'QueuedNotification', description: 'A notification that was queued.' })

const nullWhenExpired = 'null once it is forgotten by its time'

export const NotificationHistoryResponse = z
  .object({
    data: z
      .array(
        z
          .object({
            notification_id,
            title: z.string().nullable().describe(`What stands in front; ${nullWhenExpired}.`),
            body: z.string().nullable().describe(`What there is to say; ${nullWhenExpired}.`),
            category,
            priority,
            data: z
              .record(z.string(), z.string())
              .nullable()
              .describe(`What was sent along for the app; ${nullWhenExpired}.`),
            created_at: timestamp('When it was queued'),
            read_at: timestampOrNull('When the user read it, null while they have not'),
            delivery: z
              .object({
                queued: deviceCount('those that it is still to be brought to'),
                sent: deviceCount('those whose push network accepted it, which is not to say that they have it'),
                failed: deviceCount('those that never get it'),
                expired: deviceCount('those that were not reached in its time'),
                failure_reason: z
                  .enum(FAILURES)
                  .nullable()
                  .describe('Why the last of those that never get it does not; null while there is none.'),
              })
              .describe('What became of it.'),
          })
          .meta({ id: 'Notification', description: 'What a user was told.' }),
      )
      .describe('The newest first.'),
    pagination: z
      .object({
        limit: z.int().describe('Notifications on a page.'),
        offset: z.int().describe('How many of the newest were left out.'),
        total_items: z.int().describe('How many there are by these filters.'),
        has_more: z.boolean().describe('Whether there are more behind this page.'),
      })
      .describe('Where this page stands among the others.'),
    unread_count,
  })
  .describe('A page of what a user was told.')

export const NotificationParams = z.object({ notification_id })

export const NotificationReadResponse = z
  .object({ notification_id, read_at: timestamp('When it was marked for the first time') })
  .describe('The user has read it.')

export const MarkAllReadResponse = z
  .object({ marked: z.int().describe('How many were unread until now.'), unread_count })
  .describe('The user has read them.')
