import { z } from 'zod'
import { PLATFORMS, VERDICTS } from '#domain/sms/analyses/events.ts'
import { URL_VERDICTS } from '#domain/sms/classify.ts'
import { INDICATOR_TYPES } from '#domain/sms/localised-texts.ts'
import { SENDER_TYPES } from '#domain/sms/sender.ts'
import { timestamp, timestampOrNull } from '#values/instant.ts'
import { pagination } from '#values/page.ts'
import { prose } from '#values/prose.ts'
import { RISK_LEVELS } from '#values/risk-levels.ts'

const analysis_id = z.string().describe('The analysis: `sms_` and a UUID, 40 characters.')
const message_id = z.string().nullable().describe('Your id of the message; null if you sent none.')
const score = z.number().min(0).max(1)
const risk_level = z
  .enum(RISK_LEVELS)
  .describe('It is low below 0.30, medium below 0.60, high below 0.85, and critical from 0.85 on.')
const sender_type = z
  .enum(SENDER_TYPES)
  .describe("The kind of sender, by its form, and by the user's contacts and your client's country if they are known.")
const urls_found = z.int().describe('Number of distinct URLs in the text and in `extracted_urls`.')
const malicious_urls = z.int().describe('How many of them have the verdict malicious.')
const is_phishing = z
  .boolean()
  .describe("Whether the score reaches the model's threshold, which the model card contains.")
const risk_score = score.describe(
  prose(
    'A calibrated probability with four decimals. Rules can raise it, and cap it for messages that are harmless by',
    'their form, such as one-time codes.',
  ),
)
const language = z
  .string()
  .describe(
    'Language of the message: en, es or other. Descriptions and advice are in Spanish for es, in English otherwise.',
  )

const evidence = z
  .object({
    source: z.enum(['text', 'sender', 'extracted_urls']).describe('The part of the request that contains it.'),
    index: z.int().optional().describe('Index in `extracted_urls`, from 0; only for that source.'),
    start: z.int().describe('Start offset in the source, in UTF-16 units.'),
    end: z.int().describe('End offset in the source, exclusive, in UTF-16 units.'),
    text: z.string().describe('The source text between these offsets.'),
  })
  .meta({ id: 'SmsEvidence', description: 'A literal quote from the request.' })
const evidenceOrNull = evidence.nullable().describe('The quoted evidence; null once the message is deleted.')

/** Source: the spec, "SMS analysis response", with additions of ours. */
export const SmsAnalysisResponse = z
  .object({
    analysis_id,
    message_id,
    is_phishing,
    risk_level,
    risk_score,
    confidence_score: score.describe(
      prose(
        'Grows with the distance of the score from 0.5. It is lower for an unknown language, for unknown or few',
        'words, and if rules contradict the model.',
      ),
    ),
    threat_indicators: z
      .array(
        z.object({
          type: z.enum(INDICATOR_TYPES).describe('The kind of threat.'),
          severity: z.enum(RISK_LEVELS).describe('The weight of the indicator.'),
          description: z.string().describe('An explanation for the recipient, in the language of the message.'),
          evidence: evidenceOrNull,
        }),
      )
      .describe('The threats that were found.'),
    sender_analysis: z
      .object({
        is_known_contact: z
          .boolean()
          .describe('Whether `contacts_hash` contains the sender; false if it was not sent.'),
        sender_type,
      })
      .describe('The analysis of the sender.'),
    url_analysis: z
      .object({
        urls_found,
        malicious_urls,
        urls: z
          .array(
            z.object({
              url: z.string().describe('The URL without disguise (`hxxp`, `[.]`).'),
              host: z.string().describe('The host of the URL.'),
              domain: z.string().nullable().describe('The registrable domain; null if the host is not a domain name.'),
              verdict: z
                .enum(URL_VERDICTS)
                .describe('`official` is a URL of a known brand, an authority or a widely known site.'),
              reasons: z.array(z.string()).describe('The reasons for the verdict.'),
              risk: score.describe('From 0 to 1.'),
              evidence: evidence.describe('Where the URL was found.'),
            }),
          )
          .nullable()
          .describe('At most 64 URLs, in the order of the message; null once the message is deleted.'),
      })
      .describe('The analysis of the URLs. The service opens none of them.'),
    recommendations: z
      .array(z.string())
      .describe('Advice for the recipient, in the language of the message; empty once the message is deleted.'),
    language,
    rules: z.array(z.string()).describe('Names of the rules that raised the score.'),
    model_version: z.string().describe('Version of the model, v<major>.<minor>.<patch>.'),
    rules_version: z.int().describe('Version of the rules.'),
    analyzed_at: timestamp('When it was analysed'),
  })
  .meta({ id: 'SmsAnalysis', description: 'The recorded analysis of a message.' })

/** Source: the spec, "SMS batch". */
const MESSAGES_MAX = 100

export const BatchBody = z.object({
  messages: z
    .array(
      z.unknown().meta({
        allOf: [{ $ref: '#/components/schemas/SmsMessage' }],
        description: 'A message as in `POST /sms/analyze`; an invalid one fails alone.',
      }),
    )
    .min(1)
    .max(MESSAGES_MAX)
    .describe(`The messages, 1 to ${MESSAGES_MAX}.`),
})

const countSchema = (description: string) => z.int().describe(description)

export const BatchResponse = z
  .object({
    batch_id: z.string().describe('Id of this request: `smb_` and a UUID. It is not recorded.'),
    results: z
      .array(
        z.union([
          SmsAnalysisResponse,
          z.object({
            message_id: z.string().nullable().describe('Your id of the message; null if it is missing or invalid.'),
            error: z
              .object({
                code: z.string().describe('The error code.'),
                message: z.string().describe('The error as text for people.'),
                details: z.record(z.string(), z.unknown()).describe('Details by field of the message.'),
              })
              .describe('Why the message was not analysed.'),
          }),
        ]),
      )
      .describe('One result per message, in the order of the request: the analysis or the error.'),
    summary: z
      .object({
        total: countSchema('Messages of the request.'),
        analyzed: countSchema('Analysed messages, including replayed ones.'),
        phishing: countSchema('Analysed messages that are phishing.'),
        by_risk_level: z
          .object({
            low: countSchema('Analysed messages with risk level low.'),
            medium: countSchema('Analysed messages with risk level medium.'),
            high: countSchema('Analysed messages with risk level high.'),
            critical: countSchema('Analysed messages with risk level critical.'),
          })
          .describe('Analysed messages by risk level.'),
        failed: countSchema('Messages that were not analysed.'),
      })
      .describe('Totals of the request.'),
  })
  .meta({ id: 'SmsBatchResult', description: 'The results of a batch.' })

export const AnalysisParams = z.object({ analysis_id })

const verdict = z.enum(VERDICTS).describe('The last reported class of the message.')

export const SmsAnalysisRecordResponse = SmsAnalysisResponse.extend({
  message_id: z.string().nullable().describe('Your id of the message; `[erased]` after the person is erased.'),
  user_id: z.string().nullable().describe('Your id of the recipient; null if unknown, `[erased]` after an erasure.'),
  device_id: z.string().nullable().describe('Your id of the device; `[erased]` after the person is erased.'),
  platform: z.enum(PLATFORMS).describe('The source of the message.'),
  received_date: timestampOrNull('When the message was received, as you sent it'),
  message: z
    .object({
      sender: z.string().nullable().describe('As it was sent.'),
      message_content: z.string().describe('As it was sent.'),
      extracted_urls: z.array(z.string()).describe('As they were sent.'),
    })
    .nullable()
    .describe('The message, which is stored encrypted; null once it is deleted, by retention or erasure.'),
  feedback: z
    .object({
      verdict,
      given_at: timestamp('When it was reported'),
      given_by: z.string().describe('The user or service account that reported it.'),
    })
    .nullable()
    .describe('The reported class of the message; null until it is reported.'),
}).meta({ id: 'SmsAnalysisRecord', description: 'An analysis in its present state.' })

export const SmsAnalysisListResponse = z
  .object({
    data: z
      .array(
        z.object({
          ...{ analysis_id, message_id, is_phishing, risk_level, risk_score, urls_found, malicious_urls, language },
          user_id: SmsAnalysisRecordResponse.shape.user_id,
          device_id: SmsAnalysisRecordResponse.shape.device_id,
          sender_type,
          indicators: z.array(z.enum(INDICATOR_TYPES)).describe('The kinds of threats that were found.'),
          verdict: verdict.nullable().describe('The reported class of the message; null until it is reported.'),
          analyzed_at: timestamp('When it was analysed'),
        }),
      )
      .describe('Analyses, the newest first.'),
    pagination,
  })
  .describe('A page of analyses.')

export const URL_EVENTS = {
  'url.malicious_detected': z
    .object({
      object: z.literal('malicious_url').describe('The kind of object that the event is about.'),
      id: z.string().describe('The analysis: `sms_` and a UUID.'),
      user_id: z.string().nullable().describe('Your id of the user; null if unknown, `[erased]` after an erasure.'),
      detected_at: timestamp('When the message was analysed'),
      severity: z.enum(RISK_LEVELS).describe('The risk level of the message.'),
      source: z.literal('sms').describe('Where the URL was found.'),
      domain: z
        .string()
        .describe(
          prose(
            'The registrable domain of the URL with the highest risk; its host if it has no such domain; its scheme',
            '(`javascript:`) if it has no host; `[erased]` once the message is deleted.',
          ),
        ),
      domains: z
        .array(z.string())
        .describe('The domains of all malicious URLs of the message, the highest risk first.'),
    })
    .describe('Domains of malicious URLs in a phishing message.'),
}
