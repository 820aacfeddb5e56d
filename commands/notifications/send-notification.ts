import { z } from 'zod'
import { defaultPriorityOf, parseCategory } from '#domain/notifications/notifications/categories.ts'
import type { Notification } from '#domain/notifications/notifications/decider.ts'
import { CATEGORIES, PRIORITIES } from '#domain/notifications/notifications/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { assertPayloadFits, BADGE_MAX } from '#services/notifications/assert-payload-fits.ts'
import { type DeduplicationKey, deduplicationKeyOf, findEarlierSend } from '#services/notifications/deduplication.ts'
import type { NotificationService } from '#services/notifications/notification-service.ts'
import { readNotification, type SealedNotification } from '#services/notifications/read-notification.ts'
import { assertNotRestricted } from '#services/notifications/requester.ts'
import { digestRepeatedRequest } from '#services/notifications/sealing.ts'
import { findTargets } from '#services/notifications/target-devices.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'
import { newUuid } from '#values/ids.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, optional, plainText, STORABLE_TEXT } from '#values/text.ts'
import { queueNotification } from './queue-notification.ts'

const TITLE_LENGTH_MAX = 200
const BODY_LENGTH_MAX = 2_000
const DATA_FIELDS_MAX = 32
const DATA_KEY_LENGTH_MAX = 64
const DATA_VALUE_LENGTH_MAX = 1_024
const SOUND_LENGTH_MAX = 64
const SHORT_TEXT_LENGTH_MAX = 64
const formatCount = (count: number) => count.toLocaleString('en-US')

/** Reserved by the networks and by the libraries that apps read messages with. */
const RESERVED_KEY = /^(?:aps|from|notification|message_type|(?:google|gcm)(?:\..*)?)$/s

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
    if (RESERVED_KEY.test(key)) addIssue(key, 'is reserved by the push networks')
    else if (!DataKey.safeParse(key).success)
      addIssue(key, `must have a name of 1 to ${DATA_KEY_LENGTH_MAX} characters`)
  const { alert_id } = data
  if (alert_id !== undefined && !AlertId.safeParse(alert_id).success)
    addIssue('alert_id', `must be 1 to ${ID_LENGTH_MAX} characters`)
})

/** Counted before the fields are validated: a body has room for 100,000 fields, which would block the process. */
const Data = z.preprocess((data, context) => {
  if (typeof data !== 'object' || data === null || Array.isArray(data)) return data
  if (Object.keys(data).length <= DATA_FIELDS_MAX) return data
  context.addIssue({ code: 'custom', message: `must have at most ${DATA_FIELDS_MAX} fields` })
  return z.NEVER
}, DataFields)

/** Source: the spec, "Notification send request". */
export const SendNotificationBody = z
  .object({
    user_id: plainText(ID_LENGTH_MAX).describe(`The user to notify, by your own id, 1 to ${ID_LENGTH_MAX} characters.`),
    notification: z
      .object({
        title: displayText(TITLE_LENGTH_MAX).describe(`The title, 1 to ${TITLE_LENGTH_MAX} UTF-16 units.`),
        body: displayText(BODY_LENGTH_MAX).describe(`The text, 1 to ${formatCount(BODY_LENGTH_MAX)} UTF-16 units.`),
        category: plainText(SHORT_TEXT_LENGTH_MAX).describe(
          `The category: ${CATEGORIES.join(', ')}. Any other value is NOTIF_006.`,
        ),
        priority: optional(z.enum(PRIORITIES)).describe('The urgency; by default that of the category.'),
        data: optional(Data)
          .transform(data => data ?? {})
          .describe(
            prose(
              `Data for the app, such as \`alert_type\` and \`alert_id\`: at most ${DATA_FIELDS_MAX} fields with`,
              `string values of at most ${formatCount(DATA_VALUE_LENGTH_MAX)} characters. \`aps\`, \`from\`,`,
              '`notification`, `message_type` and names that begin with `google.` or `gcm.` are reserved by',
              'the push networks.',
            ),
          ),
      })
      .describe('The content of the notification.'),
    options: optional(
      z.object({
        send_to_all_devices: optional(z.boolean()).describe(
          'Send to every device of the user; by default only to the device that was seen last.',
        ),
        badge_count: optional(z.int().min(0).max(BADGE_MAX)).describe(
          `The number on the app icon, 0 to ${formatCount(BADGE_MAX)}; by default the number of unread notifications.`,
        ),
        sound: optional(
          z
            .string()
            .max(SOUND_LENGTH_MAX)
            .regex(/^[\w-]+(\.[\w-]+)*$/, 'must be the name of a file in the app, without a path'),
        ).describe(
          prose(
            `The sound file in the app, without a path, at most ${SOUND_LENGTH_MAX} characters; by default the sound`,
            'of the device.',
          ),
        ),
      }),
    )
      .transform(options => options ?? { send_to_all_devices: null, badge_count: null, sound: null })
      .describe('How it is delivered.'),
  })
  .meta({ id: 'NotificationToSend', description: 'A notification to send to a user.' })
export type SendNotificationBody = z.output<typeof SendNotificationBody>

export const sendNotificationErrors = [
  'NOTIF_002',
  'NOTIF_004',
  'NOTIF_006',
  'NOTIF_008',
  'IDEMPOTENCY_KEY_REUSED',
] as const satisfies readonly ErrorCode[]

export type SentNotification = { id: string; notification: Notification; replayed: boolean }

/**
 * The id is derived from the key, or from user, category and alert, so that the store decides which of several equal
 * requests is first. `replayed`: it was sent by an earlier request.
 *
 * Errors, in this order: NOTIF_006; INVALID_REQUEST for a payload that is too large and for a restricted person;
 * IDEMPOTENCY_KEY_REUSED for another request under a used key; NOTIF_004, NOTIF_002, NOTIF_008, NOTIF_007. A refused
 * request does not use up its key.
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
  if (first === null) throw new Rejection('SERVICE_UNAVAILABLE', { reason: 'was sent by a concurrent request' })
  return replay(service, first, deduplicationKey, body)
}

/** A key belongs to one request, even after its content is deleted; for an alert the text may differ. */
async function replay(
  service: NotificationService,
  earlier: SealedNotification,
  deduplicationKey: DeduplicationKey | null,
  body: SendNotificationBody,
): Promise<SentNotification> {
  const { id, notification } = earlier
  if (deduplicationKey?.by === 'key') {
    const fingerprint = await digestRepeatedRequest(service, earlier, body)
    if (fingerprint === null)
      throw reused('was used with a request whose content is deleted, so that it cannot be compared')
    if (fingerprint !== notification.fingerprint) throw reused('was used with another request')
  }
  return { id, notification, replayed: true }
}

function reused(reason: string): Rejection {
  return new Rejection('IDEMPOTENCY_KEY_REUSED', { field: 'Idempotency-Key', reason })
}
