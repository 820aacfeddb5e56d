import type { NotificationOptions } from 'apns2'
import type { TokenMessage } from 'firebase-admin/messaging'
import type { PushMessage } from './push-sender.ts'
import type { PushNetwork } from './reasons.ts'

export const PAYLOAD_BYTES_MAX = 4_096
const RESERVED_KEYS = new Set(['aps'])

type Content = Pick<
  PushMessage,
  'title' | 'body' | 'category' | 'priority' | 'isCriticalAlertAllowed' | 'data' | 'badge' | 'sound' | 'notificationId'
>

const INTERRUPTION_LEVEL = {
  low: 'passive',
  normal: 'active',
  high: 'time-sensitive',
  critical: 'time-sensitive',
} as const satisfies Record<PushMessage['priority'], string>

export function isUrgent({ priority }: Pick<PushMessage, 'priority'>): boolean {
  return priority === 'high' || priority === 'critical'
}

type ApnsContent = Required<Pick<NotificationOptions, 'alert' | 'badge' | 'sound' | 'data' | 'aps'>>

export function apnsContent(content: Content): ApnsContent {
  const { title, body, badge, priority } = content
  const name = content.sound ?? 'default'
  return {
    ...{ alert: { title, body }, badge, data: dataOf(content) },
    sound: content.isCriticalAlertAllowed && priority === 'critical' ? { critical: 1, name, volume: 1 } : name,
    aps: { 'interruption-level': INTERRUPTION_LEVEL[priority] },
  }
}

export function fcmContent(content: Content, collapseId: string) {
  const { title, body, badge, sound } = content
  return {
    ...{ notification: { title, body }, data: dataOf(content) },
    android: { notification: { tag: collapseId, sound: sound ?? 'default', notificationCount: badge } },
  } satisfies Partial<TokenMessage>
}

function dataOf({ data, category, notificationId }: Content): Record<string, string> {
  const own = Object.entries(data).filter(([key]) => !RESERVED_KEYS.has(key))
  return { ...Object.fromEntries(own), category, notification_id: notificationId }
}

/** For FCM an upper bound. */
export function payloadBytes(network: PushNetwork, message: Content & Pick<PushMessage, 'collapseId'>): number {
  if (network === 'fcm') return jsonBytes(fcmContent(message, message.collapseId))
  const { data, alert, badge, sound, aps } = apnsContent(message)
  return jsonBytes({ ...data, aps: { ...aps, alert, badge, sound } })
}

function jsonBytes(value: object): number {
  return Buffer.byteLength(JSON.stringify(value))
}
