import type { Amount, MessageKey } from '#domain/notifications/messages.ts'
import type { NotificationKind } from '#domain/notifications/preferences/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Person } from '#values/person.ts'

export type TriggeredNotification = {
  /** Null = the registered user of `device`. */
  person: Person | null
  category: NotificationKind
  message: MessageKey
  amount: Amount | null
  data: Record<string, string>
  /** The uuid of one device; null = all devices of the user. */
  device: string | null
}

export type NotificationTrigger = {
  prefix: string
  /** Event types that may trigger a notification. */
  types: readonly string[]
  /** Takes a stream's events up to the triggering one; null = no notification. */
  notificationOf(events: readonly Recorded<DomainEvent>[]): TriggeredNotification | null
}
