import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import type { NotificationCategory } from '../notifications/events.ts'

/** What a client wants its users to be told. The stream is `notificationpreferences-<client_id>`. */

/** What the service itself tells users of, each of which a client can switch off. */
export const NOTIFICATION_KINDS = [
  'refund_status',
  'fraud_alert',
  'phishing_detected',
  'darkweb_alert',
  'security_alert',
  'vpn_status',
] as const satisfies NotificationCategory[]
export type NotificationKind = (typeof NOTIFICATION_KINDS)[number]

/** Of every day: from the one minute until before the other, `HH:MM` by the clocks of a place, which may be on the day after. */
const QuietHours = z.strictObject({ from: z.string(), to: z.string(), timezone: z.string() })
export type QuietHours = z.infer<typeof QuietHours>

const PreferencesEvents = {
  /** The client said what it wants, all of it. */
  NotificationPreferencesSet: z.strictObject({
    /** What is not told. */
    off: z.array(z.enum(NOTIFICATION_KINDS)),
    /** When nothing of normal or low priority goes out; null = at no time. */
    quiet_hours: QuietHours.nullable(),
  }),
}
export type PreferencesEvent = EventOf<typeof PreferencesEvents>
export type PreferencesData = PreferencesEvent['data']

export const preferencesStreams = category({
  prefix: 'notificationpreferences-',
  events: PreferencesEvents,
  unclassified: true,
})
