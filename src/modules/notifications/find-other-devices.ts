import { languageOf } from '#domain/notifications/messages.ts'
import { isUnreachable, type Notification, type Retarget } from '#domain/notifications/notifications/decider.ts'
import { preferences } from '#domain/notifications/preferences/decider.ts'
import { holdEndOf } from '#domain/notifications/preferences/quiet-hours.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { findReachableDevices } from '#services/notifications/target-devices.ts'

type DeviceReader = Pick<NotificationService, 'execute' | 'owners' | 'now'>

/** Null when a device may still get the notification, there is no other device, or it must not be sent any more. */
export async function findOtherDevices(
  service: DeviceReader,
  notification: Notification,
  device: string,
): Promise<Retarget | null> {
  const { client_id, user_id, category, priority, expires_at, origin, deliveries } = notification
  if (!deliveries.every(delivery => delivery.device === device || isUnreachable(delivery))) return null
  const now = service.now()
  if (Date.parse(expires_at) <= now.getTime()) return null
  const person = { client_id, user_id }
  const { state: clientPreferences } = await service.execute.load(preferences, client_id)
  if (origin.by === 'event' && clientPreferences.off.some(off => off === category)) return null
  if (await isPersonRestricted(service, person)) return null
  const tried = new Set(deliveries.map(delivery => delivery.device))
  const others = await findReachableDevices(service, person, { isIncluded: other => !tried.has(other) })
  if (others.length === 0) return null
  const holdUntil = holdEndOf(clientPreferences.quiet_hours, priority, now)
  if (holdUntil !== null && holdUntil.getTime() >= Date.parse(expires_at)) return null
  const isOneText = deliveries.every(({ language }) => language === null)
  return {
    targets: others.map(({ language, ...other }) => ({ ...other, language: isOneText ? null : languageOf(language) })),
    held_until: holdUntil?.toISOString() ?? null,
  }
}
