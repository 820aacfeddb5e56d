import type { NotificationText } from '#domain/notifications/messages.ts'
import { collapseIdOf, expiryOf } from '#domain/notifications/notifications/categories.ts'
import { isNotification, type Notification, notifications } from '#domain/notifications/notifications/decider.ts'
import type { QueuedData } from '#domain/notifications/notifications/events.ts'
import { preferences } from '#domain/notifications/preferences/decider.ts'
import { holdEndOf } from '#domain/notifications/preferences/quiet-hours.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { assertNotRestricted } from '#services/notifications/requester.ts'
import { digestRequest, sealText, textSubject } from '#services/notifications/sealing.ts'
import { personSubject } from '#values/person.ts'

type Draft = Omit<QueuedData, 'text_sealed' | 'collapse_id' | 'held_until' | 'expires_at' | 'fingerprint'> & {
  text: NotificationText
  /** The request that a repeat is compared with; null for a notification without a repeat. */
  request: object | null
}

/** Returns null when `id` is taken. Errors: INVALID_REQUEST for a person who is restricted by now. */
export async function queueNotification(
  service: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  id: string,
  { text, request, ...draft }: Draft,
): Promise<Notification | null> {
  const { execute } = service
  const { client_id, user_id, category, priority } = draft
  const person = { client_id, user_id }
  const { state: clientPreferences } = await execute.load(preferences, client_id)
  const holdUntil = holdEndOf(clientPreferences.quiet_hours, priority, context.now)
  const subject = textSubject(person, context.now)
  const data: QueuedData = {
    ...draft,
    text_sealed: await sealText(service, subject, id, text),
    collapse_id: collapseIdOf(id, category, text.data),
    held_until: holdUntil?.toISOString() ?? null,
    expires_at: expiryOf(category, holdUntil ?? context.now),
    fingerprint: request === null ? null : await digestRequest(service, subject, request),
  }
  const { state, events } = await execute.run(notifications, id, { type: 'queue', data }, context, {
    expectNoStream: true,
  })
  if (events.length === 0 || !isNotification(state)) return null
  // Checked after the append: a restriction that comes later finds this notification, an earlier one is seen here.
  await assertNotRestricted(service, person).catch(async error => {
    const undo = { ...context, command_id: `${context.command_id}:undo` }
    await execute.run(notifications, id, { type: 'withdraw', subject: personSubject(person) }, undo)
    throw error
  })
  return state
}
