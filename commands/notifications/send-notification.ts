import { z } from 'zod'
import { users } from '#domain/auth/users/decider.ts'
import { pushDevices } from '#domain/notifications/devices/decider.ts'
import { deviceStreams } from '#domain/notifications/devices/events.ts'
import { isRegistration } from '#domain/notifications/devices/state.ts'
import { defaultPriorityOf, parseCategory } from '#domain/notifications/notifications/categories.ts'
import { CATEGORIES, PRIORITIES } from '#domain/notifications/notifications/events.ts'
import type { Notification } from '#domain/notifications/notifications/state.ts'
import type { Context } from '#event-sourcing/context.ts'
import { isErased } from '#privacy/access-status.ts'
import { listSubjectStreams } from '#privacy/list-subject-streams.ts'
import { assertPayloadFits, BADGE_MAX } from '#services/notifications/assert-payload-fits.ts'
import { type DeduplicationKey, deduplicationKeyOf, findEarlierSend } from '#services/notifications/deduplication.ts'
import { findReachableDevices, type ReachableDevice } from '#services/notifications/find-reachable-devices.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { readNotification, type SealedNotification } from '#services/notifications/read-notification.ts'
import { assertNotRestricted } from '#services/notifications/requester.ts'
import { digestRepeatedRequest } from '#services/notifications/sealing.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { newUuid } from '#values/ids.ts'
import { optional } from '#values/optional.ts'
import { type Person, personSubject } from '#values/person.ts'
import { ID_LENGTH_MAX, plainText, STORABLE_TEXT } from '#values/text.ts'
import { queueNotification } from './queue-notification.ts'

const TITLE_LENGTH_MAX = 200
const BODY_LENGTH_MAX = 2_000
const DATA_FIELDS_MAX = 32
const DATA_KEY_LENGTH_MAX = 64
const DATA_VALUE_LENGTH_MAX = 1_024
const SOUND_LENGTH_MAX = 64
const SHORT_TEXT_LENGTH_MAX = 64
const formatCount = (count: number) => count.toLocaleString('en-US')

/** Both networks, and the libraries that apps read their messages with, keep these for themselves. */
const RESERVED_KEY = /^(?:aps|from|notification|message_type|(?:google|gcm)(?:\..*)?)$/s

/** With line breaks, any script and any emoji: devices show what was written. */
const displayText = (lengthMax: number) =>
  z.string().min(1).max(lengthMax).regex(STORABLE_TEXT, 'must not contain NUL or half of a character')

const DataField = z
  .string()
  .max(DATA_VALUE_LENGTH_MAX)
  .regex(STORABLE_TEXT, 'must not contain NUL or half of a character')

const DataKey = plainText(DATA_KEY_LENGTH_MAX)
const AlertId = plainText(ID_LENGTH_MAX)

const DataFields = z.record(z.string(), DataField).superRefine((data, context) => {
  const addIssue = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
  for (const key of Object.keys(data))
    if (RESERVED_KEY.test(key)) addIssue(key, 'is a name that the push networks keep for themselves')
    else if (!DataKey.safeParse(key).success)
      addIssue(key, `must have a name of 1 to ${DATA_KEY_LENGTH_MAX} characters`)
  const { alert_id } = data
  if (alert_id !== undefined && !AlertId.safeParse(alert_id).success)
    addIssue('alert_id', `must be 1 to ${ID_LENGTH_MAX} characters`)
})

/** Counted before anything of it is looked at: a body has room for a hundred thousand, and nobody else is answered meanwhile. */
const Data = z.preprocess((data, context) => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  if (Object.keys(data).length <= DATA_FIELDS_MAX) return data
  context.addIssue({ code: 'custom', message: `must have at most ${DATA_FIELDS_MAX} fields` })
  return z.NEVER
}, DataFields)

/** The spec's "Notification send request". */
export const SendNotificationBody = z
  .object({
    user_id: plainText(ID_LENGTH_MAX).describe(`Who is told, by your own id, 1 to ${ID_LENGTH_MAX} characters.`),
    notification: z
      .object({
        title: displayText(TITLE_LENGTH_MAX).describe(`What stands in front, 1 to ${TITLE_LENGTH_MAX} UTF-16 units.`),
        body: displayText(BODY_LENGTH_MAX).describe(
          `What there is to say, 1 to ${formatCount(BODY_LENGTH_MAX)} UTF-16 units.`,
        ),
        category: plainText(SHORT_TEXT_LENGTH_MAX).describe(
          `What it is about: ${CATEGORIES.join(', ')}. Another one is NOTIF_006.`,
        ),
        priority: optional(z.enum(PRIORITIES)).describe('How urgent it is; left out, as the category is.'),
        data: optional(Data)
          .transform(data => data ?? {})
          .describe(
            `For the app, such as \`alert_type\` and \`alert_id\`: at most ${DATA_FIELDS_MAX} fields, whose values are strings of at most ${formatCount(DATA_VALUE_LENGTH_MAX)} characters. \`aps\`, \`from\`, \`notification\`, \`message_type\`, and what begins with \`google.\` or \`gcm.\`, are the push networks' own names.`,
          ),
      })
      .describe('What the user is told.'),
    options: optional(
      z.object({
        send_to_all_devices: optional(z.boolean()).describe(
          'Whether every device of the user gets it; else, and left out, the one that was seen last.',
        ),
        badge_count: optional(z.int().min(0).max(BADGE_MAX)).describe(
          `The number at the app's icon, 0 to ${formatCount(BADGE_MAX)}; left out, how many the user has not read.`,
        ),
        sound: optional(
          z
            .string()
            .max(SOUND_LENGTH_MAX)
            .regex(/^[\w-]+(\.[\w-]+)*$/, 'must be the name of a file in the app, without a path'),
        ).describe(
          `The sound's file in the app, without a path, at most ${SOUND_LENGTH_MAX} characters; left out, the device's own.`,
        ),
      }),
    )
      .transform(options => options ?? { send_to_all_devices: null, badge_count: null, sound: null })
      .describe('How it is told.'),
  })
  .meta({ id: 'NotificationToSend', description: 'What is to be told to a user.' })
export type SendNotificationBody = z.output<typeof SendNotificationBody>

/** Streams that are looked at together. */
const STREAM_PAGE_SIZE = 100
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
  const category = parseCategory(body.notification.category, 'notification.category')
  const priority = body.notification.priority ?? defaultPriorityOf(category)
  assertPayloadFits({ ...body.notification, ...body.options, category, priority })
  await assertNotRestricted(service, person)
  const deduplicationKey = deduplicationKeyOf(service, person, {
    key,
    category,
    alert_id: body.notification.data.alert_id,
  })
  const earlier =
    deduplicationKey === null ? { next: newUuid() } : await findEarlierSend(service, deduplicationKey, context.now)
  if ('notification' in earlier) return replay(service, earlier, deduplicationKey, body)

  const id = earlier.next
  const targets = await findTargets(service, person, body.options.send_to_all_devices ?? false)
  const { title, body: text, data } = body.notification
  const { badge_count, sound } = body.options
  const releaseQuota = await service.sendLimiter.charge(person, context.now)
  const queued = await queueNotification(service, context, id, {
    ...{ ...person, category, priority, badge_count, sound },
    ...{ text: { title, body: text, data }, targets: targets.map(target => ({ ...target, language: null })) },
    ...{ origin: { by: 'caller' }, idempotency_key: key, request: body },
  })
  if (queued !== null) return { id, notification: queued, replayed: false }
  await releaseQuota()
  const first = await readNotification(service, id)
  if (first === null) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'was sent by another request just now' })
  return replay(service, first, deduplicationKey, body)
}

/**
 * What was sent under the name before. A key is one request's, also when nothing can be compared with that any more; an alert is told once in its time, in
 * whatever words.
 */
async function replay(
  service: NotificationService,
  earlier: SealedNotification,
  deduplicationKey: DeduplicationKey | null,
  body: SendNotificationBody,
): Promise<SentNotification> {
  const { id, notification } = earlier
  if (deduplicationKey?.by === 'key') {
    const fingerprint = await digestRepeatedRequest(service, earlier, body)
    if (fingerprint === null) throw reused('was used with a request that is forgotten: nothing can be compared with it')
    if (fingerprint !== notification.fingerprint) throw reused('was used with another request within its time')
  }
  return { id, notification, replayed: true }
}

function reused(reason: string): Rejection {
  return new Rejection('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key', reason })
}

/** The devices that it goes to. Errors: NOTIF_004, NOTIF_002, NOTIF_008. */
async function findTargets(
  service: NotificationService,
  person: Person,
  isForAll: boolean,
): Promise<ReachableDevice[]> {
  const targets = await findReachableDevices(service, person, isForAll ? {} : { max: 1 })
  if (targets.length === 0) throw await unreachableRejection(service, person)
  const reason = await service.unavailable([...new Set(targets.map(({ platform }) => platform))])
  if (reason === null) return targets
  throw new Rejection('NOTIF_008', { reason }, { retryAfterS: UNAVAILABLE_RETRY_AFTER_S })
}

/** Known is who logs in here, or ever had a device, and was not erased since. */
async function unreachableRejection(
  { db, execute, waitForDeviceStreams }: NotificationService,
  person: Person,
): Promise<Rejection> {
  const { state } = await execute.load(users, person.user_id)
  if (state.status !== 'absent' && !state.erased && state.client_id === person.client_id) return deviceNotRegistered()
  await waitForDeviceStreams()
  if (await hasHadDevice({ db, execute }, person)) return deviceNotRegistered()
  return fieldRejection('NOTIF_004', [{ field: 'user_id', reason: 'names nobody who is known' }])
}

/** Ever since they were erased, if they were: whoever has the id of somebody who was is somebody new. */
async function hasHadDevice({ db, execute }: Pick<NotificationService, 'db' | 'execute'>, person: Person) {
  const page = { after: deviceStreams.prefix, limit: STREAM_PAGE_SIZE }
  for (const stream of await listSubjectStreams(db, [personSubject(person)], page)) {
    if (!stream.startsWith(deviceStreams.prefix)) return false
    if (!(await isErased({ execute }, person, stream))) return true
    const { state } = await execute.load(pushDevices, stream.slice(deviceStreams.prefix.length))
    const isOwnDevice = isRegistration(state) && state.user_id === person.user_id
    if (isOwnDevice && !(await isErased({ execute }, person, stream, state.registration))) return true
  }
  return false
}

function deviceNotRegistered(): Rejection {
  return fieldRejection('NOTIF_002', [{ field: 'user_id', reason: 'names a user without a device that is reached' }])
}
