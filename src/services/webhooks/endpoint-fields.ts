import { z } from 'zod'
import { EVENT_PATTERNS } from '#domain/webhooks/event-types.ts'
import { prose } from '#values/prose.ts'
import { STORABLE_TEXT } from '#values/text.ts'

const DESCRIPTION_CHARS_MAX = 500
const METADATA_BYTES_MAX = 4_096
const RATE_PER_SECOND_MAX = 10_000
/** The enqueuer writes events into the table of endpoints: what that can't store would block all deliveries. */
const UNSTORABLE = 'must not contain NUL or broken surrogates'
/** As JSON.stringify writes what is not STORABLE_TEXT: after an even number of backslashes. */
const UNSTORABLE_IN_JSON = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/

export const events = z
  .array(z.string())
  .min(1)
  .max(EVENT_PATTERNS.length)
  .superRefine((given, issue) => {
    const unknown = given.find(pattern => !EVENT_PATTERNS.includes(pattern))
    if (unknown !== undefined)
      issue.addIssue(`${unknown.slice(0, 64)} is not an event type; allowed are ${EVENT_PATTERNS.join(', ')}`)
  })
  .transform(given => [...new Set(given)])
  .describe(`Its event types, 1 to ${EVENT_PATTERNS.length}: a type, a family such as \`refund.*\`, or \`*\` for all.`)

export const description = z
  .string()
  .max(DESCRIPTION_CHARS_MAX)
  .regex(STORABLE_TEXT, UNSTORABLE)
  .nullable()
  .describe(`Your description, at most ${DESCRIPTION_CHARS_MAX} characters.`)

export const url = z
  .string()
  .describe(
    prose(
      'The HTTPS address to send events to, at most 2,048 characters, without user name, password and fragment; it',
      'must lead to a public address.',
    ),
  )

export const METADATA = `Your own data, an object of at most ${METADATA_BYTES_MAX} bytes of JSON.`
export const metadata = z
  .record(z.string(), z.json())
  .refine(value => Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES_MAX, {
    error: `must be at most ${METADATA_BYTES_MAX} bytes of JSON`,
    abort: true,
  })
  .refine(value => !UNSTORABLE_IN_JSON.test(JSON.stringify(value)), UNSTORABLE)
  .describe(METADATA)

export const ratePerSecond = z
  .number()
  .positive()
  .max(RATE_PER_SECOND_MAX)
  .nullable()
  .describe(`Deliveries per second at most, greater than 0 and at most ${RATE_PER_SECOND_MAX}; null means no limit.`)
