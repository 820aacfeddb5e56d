import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { owner, personal, plain, sealed, subject } from '#event-sourcing/field-classes.ts'
import { derivedId } from '#values/ids.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

/** The id is derived from the ids of message and device if both are sent, so that a repeat finds the analysis. */

/** The phone's own interface, or our SDK, which runs on any phone. */
export const PLATFORMS = ['android', 'sdk'] as const
export type MessagePlatform = (typeof PLATFORMS)[number]

/** The classes on which the model is trained. */
export const VERDICTS = ['phishing', 'promotion', 'legitimate'] as const
export type Verdict = (typeof VERDICTS)[number]

const score = z.number().min(0).max(1)

const SmsAnalysed = z.strictObject({
  client_id: owner(z.string()),
  /** The recipient; null if unknown. */
  user_id: subject(z.string().nullable()),
  ...personal({ device_id: z.string().nullable(), message_id: z.string().nullable() }),
  ...plain({
    platform: z.enum(PLATFORMS),
    /** As sent by the caller. */
    received_at: z.string().nullable(),
    is_phishing: z.boolean(),
    risk_level: z.enum(RISK_LEVELS),
    risk_score: score,
    confidence_score: score,
    indicators: z.array(z.strictObject({ type: z.string(), severity: z.enum(RISK_LEVELS) })),
    sender_type: z.string(),
    is_known_contact: z.boolean(),
    urls_found: z.int().nonnegative(),
    malicious_urls: z.int().nonnegative(),
    language: z.string(),
    /** Names of the rules that raised the score. */
    rules: z.array(z.string()),
    model_version: z.string(),
    rules_version: z.int(),
  }),
  /** `Content` as JSON: text, sender, URLs and all quotes, under the key of the device and day. */
  sealed: sealed('content'),
})

/** The last report counts. */
const SmsFeedbackGiven = z.strictObject(plain({ verdict: z.enum(VERDICTS) }))

const AnalysisEvents = { SmsAnalysed, SmsFeedbackGiven }

export type AnalysisEvent = EventOf<typeof AnalysisEvents>
export type AnalysisEventType = AnalysisEvent['type']
export type AnalysedData = z.infer<typeof SmsAnalysed>

export const analysisStreams = {
  ...category({ prefix: 'smsanalysis-', events: AnalysisEvents }),
  /** From the ids of message and device, per client or consumer; `use` counts reuses of the ids after 24 hours. */
  id: (
    { client_id, user_id }: { client_id: string | null; user_id: string | null },
    { device_id, message_id }: { device_id: string; message_id: string },
    use: number,
  ) => derivedId('sms', client_id ?? '', user_id ?? '', device_id, message_id, use),
}
