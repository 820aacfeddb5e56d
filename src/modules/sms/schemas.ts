import { z } from 'zod'
import { MESSAGES_MAX } from '#commands/sms/analyse-messages.ts'
import { PLATFORMS, VERDICTS } from '#domain/sms/analyses/events.ts'
import { URL_VERDICTS } from '#domain/sms/analysis.ts'
import { INDICATOR_TYPES } from '#domain/sms/indicators/indicators.ts'
import { SENDER_TYPES } from '#domain/sms/sender.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

const analysis_id = z.string().describe('The analysis: `sms_` and a UUID, 40 characters.')
const message_id = z.string().nullable().describe('Your id of the message; null where it had none.')
const score = z.number().min(0).max(1)
const risk_level = z
  .enum(RISK_LEVELS)
  .describe(
    'Below 0.30 low, below 0.60 medium, below 0.85 high, from there on critical; a bound belongs to the higher one.',
  )
const sender_type = z
  .enum(SENDER_TYPES)
  .describe('What the sender is by its form, and by your contacts and country where you told them.')
const urls_found = z.int().describe('Different addresses in the text and in `extracted_urls`.')
const malicious_urls = z.int().describe('How many of them have the verdict malicious.')
const is_phishing = z.boolean().describe('Whether the score reaches the threshold of the model, which its card tells.')
const risk_score = score.describe(
  'A calibrated probability, four decimals; rules may raise it, and cap it for what is harmless by its form, like one-time codes.',
)
const language = z
  .string()
  .describe('Of the message: en, es or other. Descriptions and advice are in es or else in en.')

const evidence = z
  .object({
    source: z.enum(['text', 'sender', 'extracted_urls']).describe('Which part of the request it stands in.'),
    index: z.int().optional().describe('Which of `extracted_urls`, from 0; only of these.'),
    start: z.int().describe('Where it begins there, in UTF-16 units.'),
    end: z.int().describe('Where it ends, as above.'),
    text: z.string().describe('What stands there.'),
  })
  .meta({ id: 'SmsEvidence', description: 'What was seen, word for word.' })
const evidenceOrNull = evidence.nullable().describe('What was seen; null once the message is forgotten.')

/** The spec's "SMS analysis response", and what we add. */
export const SmsAnalysisResponse = z
  .object({
    analysis_id,
    message_id,
    is_phishing,
    risk_level,
    risk_score,
    confidence_score: score.describe(
      'Grows with the distance of the score from 0.5; lower for a language or words that are not known, few words, and rules that say otherwise than the model.',
    ),
    threat_indicators: z
      .array(
        z.object({
          type: z.enum(INDICATOR_TYPES).describe('What the message is like.'),
          severity: z.enum(RISK_LEVELS).describe('How much that says.'),
          description: z.string().describe('The same for whoever got the message, in its language.'),
          evidence: evidenceOrNull,
        }),
      )
      .describe('What speaks against the message.'),
    sender_analysis: z
      .object({
        is_known_contact: z.boolean().describe('Whether `contacts_hash` has the sender; false where it was not sent.'),
        sender_type,
      })
      .describe('What can be said of the sender.'),
    url_analysis: z
      .object({
        urls_found,
        malicious_urls,
        urls: z
          .array(
            z.object({
              url: z.string().describe('As it was found, whole again where it was disguised.'),
              host: z.string().describe('Where it leads.'),
              domain: z.string().nullable().describe('What somebody registered; null for an address without a name.'),
              verdict: z
                .enum(URL_VERDICTS)
                .describe('Official is an address of a known brand, an authority or a site that everybody knows.'),
              reasons: z.array(z.string()).describe('Why it is judged so, in words of ours.'),
              risk: score.describe('From 0 to 1.'),
              evidence: evidence.describe('Where it was found.'),
            }),
          )
          .nullable()
          .describe('At most 64 of them, in the order of the message; null once the message is forgotten.'),
      })
      .describe('What can be said of the links. None was opened.'),
    recommendations: z
      .array(z.string())
      .describe('What to do, for whoever got the message, in its language; empty once the message is forgotten.'),
    language,
    rules: z.array(z.string()).describe('The rules that raised the score, by their names.'),
    model_version: z.string().describe('What scored it, as v<major>.<minor>.<patch>.'),
    rules_version: z.int().describe('Of the set of rules.'),
    analyzed_at: timestamp('When it was analysed'),
  })
  .meta({ id: 'SmsAnalysis', description: 'What was found of a message, as it is recorded.' })

export const BatchBody = z.object({
  messages: z
    .array(
      z.unknown().meta({
        allOf: [{ $ref: '#/components/schemas/SmsMessage' }],
        description: 'A message as `POST /sms/analyze` takes it; one that is not valid fails alone.',
      }),
    )
    .min(1)
    .max(MESSAGES_MAX)
    .describe(`The messages, 1 to ${MESSAGES_MAX}.`),
})

const countSchema = (what: string) => z.int().describe(what)

export const BatchResponse = z
  .object({
    batch_id: z.string().describe('Of this request: `smb_` and a UUID. Nothing is recorded under it.'),
    results: z
      .array(
        z.union([
          SmsAnalysisResponse,
          z.object({
            message_id: z.string().nullable().describe('Your id of the message, where it has one that is valid.'),
            error: z
              .object({
                code: z.string().describe('Why the message was not analysed, a code of the catalogue.'),
                message: z.string().describe('The same in words, for people.'),
                details: z.record(z.string(), z.unknown()).describe('Where it is wrong, by fields of the message.'),
              })
              .describe('Why the message was not analysed.'),
          }),
        ]),
      )
      .describe('One for each message, in their order: what was found, or why nothing was.'),
    summary: z
      .object({
        total: countSchema('Messages of the request.'),
        analyzed: countSchema('How many were analysed, now or before.'),
        phishing: countSchema('How many of these are phishing.'),
        by_risk_level: z
          .object({
            low: countSchema('Of these, how many are low.'),
            medium: countSchema('Of these, how many are medium.'),
            high: countSchema('Of these, how many are high.'),
            critical: countSchema('Of these, how many are critical.'),
          })
          .describe('Those that were analysed, by level.'),
        failed: countSchema('How many were not analysed.'),
      })
      .describe('The whole in numbers.'),
  })
  .meta({ id: 'SmsBatchResult', description: 'What was found of each message.' })

export const AnalysisParams = z.object({ analysis_id })

const verdict = z.enum(VERDICTS).describe('What the message was, by the last word of whoever knows.')

/** An analysis as its owner reads it later. */
export const SmsAnalysisRecordResponse = SmsAnalysisResponse.extend({
  message_id: z.string().nullable().describe('Your id of the message; `[erased]` once its person is.'),
  user_id: z.string().nullable().describe('Whose message it is; null where nobody said, `[erased]` once they are.'),
  device_id: z.string().nullable().describe('Your id of the device; `[erased]` once the person is.'),
  platform: z.enum(PLATFORMS).describe('Where the message came from.'),
  received_date: timestampOrNull('When the message was received, by your word'),
  message: z
    .object({
      sender: z.string().nullable().describe('As it was sent.'),
      message_content: z.string().describe('As it was sent.'),
      extracted_urls: z.array(z.string()).describe('As they were sent.'),
    })
    .nullable()
    .describe(
      'The message itself, which is stored sealed; null once it is forgotten: by its time, or with its person.',
    ),
  feedback: z
    .object({
      verdict,
      given_at: timestamp('When it was said'),
      given_by: z.string().describe('The user, or service account, that said it.'),
    })
    .nullable()
    .describe('What the message was; null while nobody has said.'),
}).meta({ id: 'SmsAnalysisRecord', description: 'An analysis, as it stands at this moment.' })

export const SmsAnalysisListResponse = z
  .object({
    data: z
      .array(
        z.object({
          ...{ analysis_id, message_id, is_phishing, risk_level, risk_score, urls_found, malicious_urls, language },
          user_id: SmsAnalysisRecordResponse.shape.user_id,
          device_id: SmsAnalysisRecordResponse.shape.device_id,
          sender_type,
          indicators: z.array(z.enum(INDICATOR_TYPES)).describe('What the message is like.'),
          verdict: verdict.nullable().describe('What the message was; null while nobody has said.'),
          analyzed_at: timestamp('When it was analysed'),
        }),
      )
      .describe('The newest first.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('For the next page; null on the last.'),
        has_more: z.boolean().describe('Whether there is another page.'),
      })
      .describe('Where this page stands among the others.'),
  })
  .describe('A page of analyses.')

/** The data of `url.malicious_detected`: of the address its domain and no more, of the message nothing. */
export const URL_EVENTS = {
  'url.malicious_detected': z
    .object({
      object: z.literal('malicious_url').describe('The kind of object that the event is about.'),
      id: z.string().describe('The analysis: `sms_` and a UUID.'),
      user_id: z.string().nullable().describe('Your id of the user; null where nobody said, `[erased]` once they are.'),
      detected_at: timestamp('When the message was analysed'),
      severity: z.enum(RISK_LEVELS).describe('The risk level of the message.'),
      source: z.literal('sms').describe('Where the address was found.'),
      domain: z
        .string()
        .describe(
          'The registered domain of the worst address, or its host where it has none, or the scheme (`javascript:`) of what has no host; `[erased]` once forgotten.',
        ),
      domains: z.array(z.string()).describe('Those of all malicious addresses of the message, the worst first.'),
    })
    .describe('A malicious address that a phishing message holds: its domain and no more.'),
}
