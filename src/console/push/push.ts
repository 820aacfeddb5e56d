import type { Answer, Input } from '../../client/types.ts'
import { type ConsoleRoute, pickFromQuery } from '../routing/route.ts'

export type NotificationAnswer = Answer<'listNotifications'>['data'][number]
export type PushDeviceAnswer = Answer<'listPushDevices'>['data'][number]
export type PreferencesAnswer = Answer<'getNotificationPreferences'>
export type NotificationQuery = NonNullable<NonNullable<Input<'listNotifications'>>['query']>

export const PUSH_CATEGORIES = [
  ...['security_alert', 'phishing_detected', 'fraud_alert', 'darkweb_alert', 'vpn_status', 'refund_status', 'system'],
] as const

export const PUSH_PRIORITIES = ['low', 'normal', 'high', 'critical'] as const

/** Filters of the address that the API knows. */
export const NOTIFICATION_FILTERS = ['user_id', 'category', 'unread_only', 'offset'] as const

const PAGE_SIZE = 50

export function notificationQueryOf(query: ConsoleRoute['query']): NotificationQuery {
  return { ...pickFromQuery(query, NOTIFICATION_FILTERS), limit: PAGE_SIZE } as NotificationQuery
}

/** Where the next page begins; null on the last one. */
export function nextOffset({ offset, limit, has_more }: Answer<'listNotifications'>['pagination']): string | null {
  return has_more ? String(offset + limit) : null
}

/** How many devices have what outcome. */
export function outcomesOf({ queued, sent, failed, expired, failure_reason }: NotificationAnswer['delivery']): string {
  const counts = [
    [queued, 'to send'],
    [sent, 'sent'],
    [failed, failure_reason === null ? 'failed' : `failed: ${failure_reason}`],
    [expired, 'not reached in time'],
  ] as const
  return counts.flatMap(([count, what]) => (count === 0 ? [] : [`${count} ${what}`])).join('; ')
}
