import { z } from 'zod'
import { EVENT_PATTERNS } from '#domain/webhooks/event-types.ts'
import { SECRET_CHARS_MAX, SECRET_CHARS_MIN, SECRET_PATTERN } from '#domain/webhooks/secret.ts'
import { STORABLE_TEXT } from '#text.ts'

const DESCRIPTION_CHARS_MAX = 500
const METADATA_BYTES_MAX = 4_096
const RATE_PER_SECOND_MAX = 10_000
/** What is in the log reaches the table of endpoints, or delivery stands still for everybody: nothing else may get there. */
const UNSTORABLE = 'must not contain NUL or broken surrogates'
/** How JSON.stringify writes what is not STORABLE_TEXT, wherever it stands: after an even number of backslashes. */
const UNSTORABLE_IN_JSON = /(?<!\\)(\\\\)*\\u(0000|d[89a-f])/

const events = z
  .array(z.string())
  .min(1)
  .max(EVENT_PATTERNS.length)
  .superRefine((given, issue) => {
    const unknown = given.find(pattern => !EVENT_PATTERNS.includes(pattern))
    if (unknown !== undefined)
      issue.addIssue(`${unknown.slice(0, 64)} is not an event type; allowed are ${EVENT_PATTERNS.join(', ')}`)
  })
  .transform(given => [...new Set(given)])

const description = z.string().max(DESCRIPTION_CHARS_MAX).regex(STORABLE_TEXT, UNSTORABLE).nullable()

const metadata = z
  .record(z.string(), z.json())
  .refine(value => Buffer.byteLength(JSON.stringify(value)) <= METADATA_BYTES_MAX, {
    error: `must be at most ${METADATA_BYTES_MAX} bytes of JSON`,
    abort: true,
  })
  .refine(value => !UNSTORABLE_IN_JSON.test(JSON.stringify(value)), UNSTORABLE)

const ratePerSecond = z.number().positive().max(RATE_PER_SECOND_MAX).nullable()

/** Body of `POST /webhooks`; `rate_per_second` is ours. The address is checked further by the command. */
export const CreateWebhookInput = z.object({
  url: z.string(),
  events,
  secret: z
    .string()
    .min(SECRET_CHARS_MIN)
    .max(SECRET_CHARS_MAX)
    .regex(SECRET_PATTERN, 'must be printable ASCII characters without spaces')
    .nullish(),
  description: description.optional(),
  metadata: metadata.nullish(),
  rate_per_second: ratePerSecond.optional(),
})
export type CreateWebhookInput = z.infer<typeof CreateWebhookInput>

/** Body of `PATCH /webhooks/{webhook_id}`: what is absent stays as it is. */
export const UpdateWebhookInput = z.object({
  url: z.string().optional(),
  events: events.optional(),
  description: description.optional(),
  metadata: metadata.optional(),
  rate_per_second: ratePerSecond.optional(),
  status: z.enum(['active', 'disabled']).optional(),
})
export type UpdateWebhookInput = z.infer<typeof UpdateWebhookInput>
