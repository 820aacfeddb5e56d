import type { Amount, MessageKey } from '#domain/notifications/messages.ts'
import type { NotificationKind } from '#domain/notifications/preferences/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Person } from '#values/person.ts'

/** What a user is told because of an event. */
export type TriggeredNotification = {
  /** Null = whose the device is. */
  person: Person | null
  category: NotificationKind
  message: MessageKey
  amount: Amount | null
  /** For the app. */
  data: Record<string, string>
  /** The uuid of the one device that it is for; null = all that the user has. */
  device: string | null
}

/** What one kind of streams gives to tell. */
export type NotificationTrigger = {
  prefix: string
  /** The types of events that may be told. */
  types: readonly string[]
  /** Of the last of a stream's events up to the one that is to be told; null = nobody is to be told. */
  notificationOf(events: readonly Recorded<DomainEvent>[]): TriggeredNotification | null
}
