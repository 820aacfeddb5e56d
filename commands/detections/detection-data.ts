import { z } from 'zod'
import { EMAIL_LENGTH_MAX } from '#domain/auth/email-address.ts'
import type { DetectionKind } from '#domain/detections/events.ts'
import { parseUrl } from '#domain/sms/urls/parse-url.ts'
import type { ErrorCode } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'
import { ID_LENGTH_MAX, optional, plainText } from '#values/text.ts'

const SOURCE_LENGTH_MAX = 64
const EXPOSED_MAX = 100
const EXPOSED_LENGTH_MAX = 64
/** Of an address, with a display name. */
const SENDER_LENGTH_MAX = 320
/** RFC 5322, 2.1.1: the longest line. */
const SUBJECT_LENGTH_MAX = 998
const URL_LENGTH_MAX = 10_240
const formatCount = (count: number) => count.toLocaleString('en-US')

/** Messages that were analysed here have events of their own with this source. */
const OWN_SOURCE = 'sms'
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

const email = z.email().max(EMAIL_LENGTH_MAX)

const shared = {
  user_id: optional(plainText(ID_LENGTH_MAX)).describe(
    `Your id of the user who is concerned, 1 to ${ID_LENGTH_MAX} characters.`,
  ),
  detected_at: optional(instant.transform(text => new Date(text).toISOString())).describe(
    prose(
      'When it was detected, at most 5 minutes ahead; ISO 8601 date and time with any offset. By default the time of',
      'the request or message.',
    ),
  ),
  severity: optional(z.enum(RISK_LEVELS)).describe('How bad it is, if you know.'),
}
const byEmail = prose(
  'Without `user_id` the user is the one who logs in to your client with this address, if there is one.',
)

/** The `data` of each kind of message, which is also the body of its operation. */
export const DETECTION_DATA = {
  'darkweb.leak_detected': z
    .object({
      email: email.describe(`The address that was found, at most ${EMAIL_LENGTH_MAX} characters. ${byEmail}`),
      source: plainText(SOURCE_LENGTH_MAX).describe(
        `Where it was found, such as \`paste site\`, 1 to ${SOURCE_LENGTH_MAX} characters.`,
      ),
      exposed: z
        .array(plainText(EXPOSED_LENGTH_MAX))
        .max(EXPOSED_MAX)
        .describe(
          prose(
            `What kinds of data were found with it, such as \`password\`, not the data: at most ${EXPOSED_MAX} of 1 to`,
            `${EXPOSED_LENGTH_MAX} characters.`,
          ),
        ),
      ...shared,
    })
    .meta({ id: 'DarkwebLeak', description: 'Data of a person that was found in a leak.' }),
  'phishing.email_detected': z
    .object({
      sender: plainText(SENDER_LENGTH_MAX).describe(
        `Who the e-mail claims to come from, 1 to ${SENDER_LENGTH_MAX} characters.`,
      ),
      subject: optional(plainText(SUBJECT_LENGTH_MAX)).describe(
        `The subject line of the e-mail, 1 to ${SUBJECT_LENGTH_MAX} characters.`,
      ),
      email: optional(email).describe(
        `The address that received the e-mail, at most ${EMAIL_LENGTH_MAX} characters. ${byEmail}`,
      ),
      ...shared,
    })
    .meta({ id: 'PhishingEmail', description: 'An e-mail that was found to be phishing.' }),
  'url.malicious_detected': z
    .object({
      url: plainText(URL_LENGTH_MAX)
        .refine(text => parseUrl(text)?.isSchemeExplicit === true, 'must be an absolute URL')
        .describe(`The URL, absolute, 1 to ${formatCount(URL_LENGTH_MAX)} characters. The service never opens it.`),
      source: plainText(SOURCE_LENGTH_MAX)
        .refine(text => !isOwnSource(text), 'must not be sms: send the message to /sms/analyze')
        .describe(
          prose(
            `Where the URL was found, such as \`browser\`, 1 to ${SOURCE_LENGTH_MAX} characters. \`sms\` is refused:`,
            'messages are analysed by `POST /sms/analyze`.',
          ),
        ),
      ...shared,
    })
    .meta({ id: 'MaliciousUrl', description: 'A URL that was found to be malicious.' }),
  'spam.call_blocked': z
    .object({
      caller: z
        .string()
        .regex(/^\+\d{7,15}$/, 'must be + and 7 to 15 digits')
        .describe('The number that called in E.164 form: `+` and 7 to 15 digits.'),
      ...shared,
    })
    .meta({ id: 'SpamCall', description: 'A call that was blocked as spam.' }),
} satisfies Record<DetectionKind, z.ZodObject>
export type DetectionData<Kind extends DetectionKind = DetectionKind> = z.output<(typeof DETECTION_DATA)[Kind]>

/** Also in wide letters, or with invisible characters: readers would take it for a source of this service. */
function isOwnSource(source: string): boolean {
  return source.normalize('NFKC').replace(INVISIBLE, '').trim().toLowerCase() === OWN_SOURCE
}

/** The codes for data that do not follow the schema. */
export const INVALID_DATA = {
  'darkweb.leak_detected': { invalid: 'DARKWEB_001' },
  'phishing.email_detected': { invalid: 'EMAIL_001', missing: 'EMAIL_002' },
  'url.malicious_detected': { invalid: 'URL_001' },
  'spam.call_blocked': { invalid: 'INVALID_REQUEST' },
} as const satisfies Record<DetectionKind, { invalid: ErrorCode; missing?: ErrorCode }>
