import { z } from 'zod'
import { PLATFORMS, VERDICTS } from '#domain/sms/analyses/events.ts'
import { EXTRACTED_URLS_MAX, TEXT_LENGTH_MAX } from '#domain/sms/message.ts'
import { instant } from '#values/instant.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

/** Messages of one request. Source: the spec, "SMS batch". */
export const MESSAGES_MAX = 100
/** An e-mail gateway's address is the longest (RFC 5321). */
const SENDER_LENGTH_MAX = 320
const URL_LENGTH_MAX = 10_240
/** Of all of a message together: sealed, they go into one event, of which a store takes a mebibyte. */
const URLS_LENGTH_MAX = 65_536
const PLATFORM_LENGTH_MAX = 64
const CONTACTS_MAX = 5_000
const told = (count: number) => count.toLocaleString('en-US')

const given = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? null)
const id = given(plainText(ID_LENGTH_MAX))

/** The spec's "SMS analysis request". */
export const AnalyseMessageBody = z
  .object({
    sender: given(z.string().max(SENDER_LENGTH_MAX)).describe(
      `As the phone shows it: a number, a name or an address, at most ${SENDER_LENGTH_MAX} characters.`,
    ),
    message_content: z
      .string()
      .min(1)
      .max(TEXT_LENGTH_MAX)
      .describe(`The text of the message, 1 to ${told(TEXT_LENGTH_MAX)} UTF-16 units.`),
    message_id: id.describe(
      `Your id of the message, 1 to ${ID_LENGTH_MAX} characters. With \`device_id\` it makes the request repeatable for 24 hours.`,
    ),
    received_date: given(instant.transform(text => new Date(text).toISOString())).describe(
      'When the message was received; ISO 8601 date and time with any offset.',
    ),
    platform: plainText(PLATFORM_LENGTH_MAX).describe(
      `Where the message comes from: ${PLATFORMS.join(' or ')}. Messages of iOS come from the SDK only, which says sdk.`,
    ),
    extracted_urls: given(
      z
        .array(plainText(URL_LENGTH_MAX))
        .max(EXTRACTED_URLS_MAX)
        .refine(urls => urls.reduce((sum, { length }) => sum + length, 0) <= URLS_LENGTH_MAX, {
          error: `must not have more than ${told(URLS_LENGTH_MAX)} characters together`,
          when: ({ issues }) => issues.length === 0,
        }),
    )
      .transform(urls => urls ?? [])
      .describe(
        `Addresses that you found in the message, in any writing: at most ${told(EXTRACTED_URLS_MAX)} of ${told(URL_LENGTH_MAX)} characters, and ${told(URLS_LENGTH_MAX)} together. None is ever opened.`,
      ),
    device_id: id.describe(`Your id of the device, 1 to ${ID_LENGTH_MAX} characters.`),
    user_id: id.describe(
      `Your id of the user whose message it is, 1 to ${ID_LENGTH_MAX} characters; left out it is whose device it is for notifications, unless nobody but a consumer said so. A consumer is the user of the token, and needs to say nothing.`,
    ),
    contacts_hash: given(
      z.array(z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in lower-case hexadecimal')).max(CONTACTS_MAX),
    ).describe(
      `SHA-256 of the numbers that the user knows, in E.164 form, in lower-case hexadecimal; at most ${told(CONTACTS_MAX)}. They serve this call and are not stored.`,
    ),
  })
  .meta({ id: 'SmsMessage', description: 'A message that was received.' })
export type AnalyseMessageBody = z.output<typeof AnalyseMessageBody>

export const FeedbackBody = z.object({
  verdict: z.enum(VERDICTS).describe('What the message was.'),
})
export type FeedbackBody = z.output<typeof FeedbackBody>
