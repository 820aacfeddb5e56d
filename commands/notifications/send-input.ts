import { z } from 'zod'
import { CATEGORIES, PRIORITIES } from '#domain/notifications/notifications/events.ts'
import { ID_LENGTH_MAX, plainText, STORABLE_TEXT } from '#values/text.ts'

const TITLE_LENGTH_MAX = 200
const BODY_LENGTH_MAX = 2_000
const DATA_FIELDS_MAX = 32
const DATA_KEY_LENGTH_MAX = 64
const DATA_VALUE_LENGTH_MAX = 1_024
/** What no home screen has room for. */
export const BADGE_MAX = 99_999
const SOUND_LENGTH_MAX = 64
const WORD_LENGTH_MAX = 64
const told = (count: number) => count.toLocaleString('en-US')

/** Both networks, and the libraries that apps read their messages with, keep these for themselves. */
const RESERVED = /^(?:aps|from|notification|message_type|(?:google|gcm)(?:\..*)?)$/s

const given = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)

/** With line breaks, any script and any emoji: devices show what was written. */
const words = (lengthMax: number) =>
  z.string().min(1).max(lengthMax).regex(STORABLE_TEXT, 'must not contain NUL or half of a character')

const DataField = z
  .string()
  .max(DATA_VALUE_LENGTH_MAX)
  .regex(STORABLE_TEXT, 'must not contain NUL or half of a character')

const DataName = plainText(DATA_KEY_LENGTH_MAX)
const AlertId = plainText(ID_LENGTH_MAX)

const DataFields = z.record(z.string(), DataField).superRefine((data, context) => {
  const refuse = (key: string, message: string) => context.addIssue({ code: 'custom', path: [key], message })
  for (const key of Object.keys(data))
    if (RESERVED.test(key)) refuse(key, 'is a name that the push networks keep for themselves')
    else if (!DataName.safeParse(key).success) refuse(key, `must have a name of 1 to ${DATA_KEY_LENGTH_MAX} characters`)
  const { alert_id } = data
  if (alert_id !== undefined && !AlertId.safeParse(alert_id).success)
    refuse('alert_id', `must be 1 to ${ID_LENGTH_MAX} characters`)
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
        title: words(TITLE_LENGTH_MAX).describe(`What stands in front, 1 to ${TITLE_LENGTH_MAX} UTF-16 units.`),
        body: words(BODY_LENGTH_MAX).describe(`What there is to say, 1 to ${told(BODY_LENGTH_MAX)} UTF-16 units.`),
        category: plainText(WORD_LENGTH_MAX).describe(
          `What it is about: ${CATEGORIES.join(', ')}. Another one is NOTIF_006.`,
        ),
        priority: given(z.enum(PRIORITIES)).describe('How urgent it is; left out, as the category is.'),
        data: given(Data)
          .transform(data => data ?? {})
          .describe(
            `For the app, such as \`alert_type\` and \`alert_id\`: at most ${DATA_FIELDS_MAX} fields, whose values are strings of at most ${told(DATA_VALUE_LENGTH_MAX)} characters. \`aps\`, \`from\`, \`notification\`, \`message_type\`, and what begins with \`google.\` or \`gcm.\`, are the push networks' own names.`,
          ),
      })
      .describe('What the user is told.'),
    options: given(
      z.object({
        send_to_all_devices: given(z.boolean()).describe(
          'Whether every device of the user gets it; else, and left out, the one that was seen last.',
        ),
        badge_count: given(z.int().min(0).max(BADGE_MAX)).describe(
          `The number at the app's icon, 0 to ${told(BADGE_MAX)}; left out, how many the user has not read.`,
        ),
        sound: given(
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

export const ReadAllBody = z
  .object({
    user_id: given(plainText(ID_LENGTH_MAX)).describe(
      'Whose notifications, by your own id; a consumer is the user of the token, and needs to send no body at all.',
    ),
  })
  .nullish()
  .transform(body => body ?? { user_id: null })
export type ReadAllBody = z.output<typeof ReadAllBody>
