import { z } from 'zod'
import { category, type EventOf } from '#event-sourcing/category.ts'
import { derivedId } from '#values/ids.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

/**
 * What was found of one message, and what its owner says of it since. The stream is `smsanalysis-<analysis_id>`. Where the message names
 * itself and its device, the id is a function of both and of the client, so that asking again finds it.
 */

/** Where messages come from: the phone's own interface, or our SDK, which runs on any phone. */
export const PLATFORMS = ['android', 'sdk'] as const
export type MessagePlatform = (typeof PLATFORMS)[number]

/** What a message was, by whoever got it: the classes that the model is trained on. */
export const VERDICTS = ['phishing', 'promotion', 'legitimate'] as const
export type Verdict = (typeof VERDICTS)[number]

const score = z.number().min(0).max(1)

/** A message was analysed. Its text, sender and addresses, with all that quotes them, are sealed. */
const SmsAnalysed = z.strictObject({
  client_id: z.string(),
  /** Whose message it is; null where nobody said. */
  user_id: z.string().nullable(),
  device_id: z.string().nullable(),
  message_id: z.string().nullable(),
  platform: z.enum(PLATFORMS),
  /** By the caller's word. */
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
  /** Of the rules that put a floor under the score. */
  rules: z.array(z.string()),
  model_version: z.string(),
  rules_version: z.int(),
  /** Its `Content` as JSON, under the key of its device's day. */
  sealed: z.string(),
})

/** Somebody who knows says what the message was; the last word counts. */
const SmsFeedbackGiven = z.strictObject({ verdict: z.enum(VERDICTS) })

const AnalysisEvents = { SmsAnalysed, SmsFeedbackGiven }

export type AnalysisEvent = EventOf<typeof AnalysisEvents>
export type AnalysisEventType = AnalysisEvent['type']
export type AnalysedData = z.infer<typeof SmsAnalysed>

export const analysisStreams = {
  ...category({ prefix: 'smsanalysis-', events: AnalysisEvents, unclassified: true }),
  /** Of a message on a device, as a client names both, or one of its consumers; `use` counts how often the same names came back after their time. */
  id: (
    { client_id, user_id }: { client_id: string | null; user_id: string | null },
    { device_id, message_id }: { device_id: string; message_id: string },
    use: number,
  ) => derivedId('sms', client_id ?? '', user_id ?? '', device_id, message_id, use),
}
