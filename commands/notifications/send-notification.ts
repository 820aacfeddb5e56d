import { users } from '#domain/auth/users/decider.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { isRegistration } from '#domain/notifications/devices/state.ts'
import { categoryOf, usualPriority } from '#domain/notifications/notifications/categories.ts'
import type { Notification } from '#domain/notifications/notifications/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { isErased } from '#privacy/access-status.ts'
import { streamsOf } from '#privacy/streams-of-subject.ts'
import { mustBeFree } from '#services/notifications/asking.ts'
import { lookUp, type Name, nameOf } from '#services/notifications/earlier-send.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { type ReachedDevice, reachedDevices } from '#services/notifications/reached-devices.ts'
import { readNotification, type SealedNotification } from '#services/notifications/read-notification.ts'
import { digestRepeat } from '#services/notifications/sealed.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { newUuid } from '#values/ids.ts'
import { type Person, personSubject } from '#values/person.ts'
import { mustFit } from './must-fit.ts'
import { queueNotification } from './queue-notification.ts'
import type { SendNotificationBody } from './send-input.ts'

/** Streams that are looked at together. */
const STREAMS_MAX = 100
/** When to ask again after NOTIF_008. */
const UNAVAILABLE_RETRY_AFTER_S = 5

export type SentNotification = { id: string; notification: Notification; replayed: boolean }

/**
 * Queues what a user is to be told, for the devices that it is told on, under an id that is a function of the key, or of user, category and alert:
 * the store decides who is first. `replayed` where that was sent before.
 *
 * Errors, in this order: NOTIF_006; INVALID_REQUEST for what no push network takes, and for somebody who is restricted; IDEMPOTENCY_KEY_REUSED for another request under a used key;
 * NOTIF_004, NOTIF_002, NOTIF_008, NOTIF_007. What is refused uses up no key.
 */
export async function sendNotification(
  service: NotificationService,
  context: Context,
  { key, body }: { key: string | null; body: SendNotificationBody },
): Promise<SentNotification> {
  const { client_id } = context.actor
  const person = { client_id, user_id: body.user_id }
  const category = categoryOf(body.notification.category, 'notification.category')
  const priority = body.notification.priority ?? usualPriority(category)
  mustFit(body, { category, priority })
  await mustBeFree(service, person)
  const name = nameOf(service, person, { key, category, alert_id: body.notification.data.alert_id })
  const found = name === null ? { next: newUuid() } : await lookUp(service, name, context.now)
  if ('notification' in found) return replay(service, found, name, body)

  const id = found.next
  const targets = await targetsOf(service, person, body.options.send_to_all_devices ?? false)
  const { title, body: text, data } = body.notification
  const { badge_count, sound } = body.options
  const giveBack = await service.sends.charge(person, context.now)
  const queued = await queueNotification(service, context, id, {
    ...{ ...person, category, priority, badge_count, sound },
    ...{ text: { title, body: text, data }, targets: targets.map(target => ({ ...target, language: null })) },
    ...{ origin: { by: 'caller' }, idempotency_key: key, request: body },
  })
  if (queued !== null) return { id, notification: queued, replayed: false }
  await giveBack()
  const first = await readNotification(service, id)
  if (first === null) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'was sent by another request just now' })
  return replay(service, first, name, body)
}

/**
 * What was sent under the name before. A key is one request's, also when nothing can be compared with that any more; an alert is told once in its time, in
 * whatever words.
 */
async function replay(
  service: NotificationService,
  earlier: SealedNotification,
  name: Name | null,
  body: SendNotificationBody,
): Promise<SentNotification> {
  const { id, notification } = earlier
  if (name?.by === 'key') {
    const fingerprint = await digestRepeat(service, earlier, body)
    if (fingerprint === null) throw reused('was used with a request that is forgotten: nothing can be compared with it')
    if (fingerprint !== notification.fingerprint) throw reused('was used with another request within its time')
  }
  return { id, notification, replayed: true }
}

function reused(reason: string): Rejection {
  return new Rejection('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key', reason })
}

/** The devices that it goes to. Errors: NOTIF_004, NOTIF_002, NOTIF_008. */
async function targetsOf(service: NotificationService, person: Person, isForAll: boolean): Promise<ReachedDevice[]> {
  const targets = await reachedDevices(service, person, isForAll ? {} : { max: 1 })
  if (targets.length === 0) throw await unreached(service, person)
  const reason = await service.unavailable([...new Set(targets.map(({ platform }) => platform))])
  if (reason === null) return targets
  throw new Rejection('NOTIF_008', { reason }, { retryAfterS: UNAVAILABLE_RETRY_AFTER_S })
}

/** Known is who logs in here, or ever had a device, and was not erased since. */
async function unreached({ db, execute, untilKnown }: NotificationService, person: Person): Promise<Rejection> {
  const { state } = await execute.load(users, person.user_id)
  if (state.status !== 'absent' && !state.erased && state.client_id === person.client_id) return notReached()
  await untilKnown()
  if (await hadDevice({ db, execute }, person)) return notReached()
  return fieldRejection('NOTIF_004', [{ field: 'user_id', reason: 'names nobody who is known' }])
}

/** Ever since they were erased, if they were: whoever has the id of somebody who was is somebody new. */
async function hadDevice({ db, execute }: Pick<NotificationService, 'db' | 'execute'>, person: Person) {
  const page = { after: deviceStreams.prefix, limit: STREAMS_MAX }
  for (const stream of await streamsOf(db, [personSubject(person)], page)) {
    if (!stream.startsWith(deviceStreams.prefix)) return false
    if (!(await isErased({ execute }, person, stream))) return true
    const { state } = await execute.load(pushDevices, stream.slice(deviceStreams.prefix.length))
    const isTheirs = isRegistration(state) && state.user_id === person.user_id
    if (isTheirs && !(await isErased({ execute }, person, stream, state.registration))) return true
  }
  return false
}

function notReached(): Rejection {
  return fieldRejection('NOTIF_002', [{ field: 'user_id', reason: 'names a user without a device that is reached' }])
}
