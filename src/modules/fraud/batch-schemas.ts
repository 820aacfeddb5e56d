import { z } from 'zod'
import { OPERATION_TYPES } from '#commands/transactions/record-transactions.ts'
import { FRAUD_LEVELS } from '#domain/fraud/levels.ts'
import { instant } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'
import { RiskFactor } from './schemas.ts'

/** Source: the spec, "Fraud scoring: batch request". For `options.limit`, page size and ids; more is FRAUD_002. */
export const BATCH_MAX = 1_000
const PAGE_SIZE_DEFAULT = 100
const CURSOR_LENGTH_MAX = 400

const id = plainText(128)
const score = z.number().min(0).max(1)
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? undefined)
const more = `more are refused with FRAUD_002`

/** Source: the spec, "Fraud scoring: batch request". Strict: a misspelt filter would select everything. */
export const BatchBody = z.strictObject({
  filters: z
    .strictObject({
      user_id: optional(id).describe('Only transactions of this user, by your own id.'),
      account_ids: optional(z.array(id).min(1).max(BATCH_MAX)).describe('Only transactions of these accounts.'),
      transaction_ids: optional(z.array(id).min(1)).describe(
        `Only these transactions, ${BATCH_MAX} at most: ${more}. One that your client has not recorded is FRAUD_003.`,
      ),
      date_from: optional(instant).describe('Only transactions made at this time or later; ISO 8601 with an offset.'),
      date_to: optional(instant).describe(
        'Only transactions made at this time or earlier; it must be after date_from.',
      ),
      operation_types: optional(z.array(z.enum(OPERATION_TYPES)).min(1)).describe(
        'Only transactions of these operation types.',
      ),
    })
    .prefault({})
    .describe("Which of your client's transactions; default: all of them."),
  options: z
    .strictObject({
      alert_threshold: optional(score).describe('Lowest score of an alert, for this request only.'),
      threshold_policy: optional(z.enum(['global', 'per_category'])).describe(
        prose(
          "Threshold of your policy: global = its default, per_category = that of the transaction's category or",
          'operation. `alert_threshold` overrides it. Without either, a recorded score keeps its recorded threshold,',
          'and other scores use per_category.',
        ),
      ),
      include_reasons: z.boolean().default(true).describe('Whether the response contains `risk_factors`.'),
      limit: z
        .int()
        .min(1)
        .default(BATCH_MAX)
        .describe(`Transactions on all pages together, newest first; ${BATCH_MAX} at most: ${more}.`),
    })
    .prefault({})
    .describe('Thresholds, reasons and the number of transactions.'),
  pagination: z
    .strictObject({
      cursor: optional(z.string().max(CURSOR_LENGTH_MAX)).describe(
        '`next_cursor` of the previous page, with the same filters and options; null for the first page.',
      ),
      page_size: z
        .int()
        .min(1)
        .default(PAGE_SIZE_DEFAULT)
        .describe(`Transactions on a page, ${BATCH_MAX} at most: ${more}.`),
    })
    .prefault({})
    .describe('Position and size of the page.'),
})
export type BatchBody = z.output<typeof BatchBody>

/** Source: the spec, "Fraud scoring: batch response". */
export const BatchScoresResponse = z
  .object({
    summary: z
      .object({
        total: z
          .int()
          .describe('Transactions that match the filters, regardless of `options.limit`; counted with the first page.'),
        returned: z.int().describe('Transactions of this page.'),
        alerts: z.int().describe('How many of them are alerts.'),
        alert_rate: score.describe('`alerts` ÷ `returned`, four decimals; 0 for an empty page.'),
        processing_time_ms: z.int().describe('Processing time of this request, milliseconds.'),
        model_version: z
          .string()
          .describe('Present model version. Recorded scores may have others: see their decisions.'),
      })
      .describe('Summary of this page.'),
    transactions: z
      .array(
        z.object({
          transaction_id: z.string().describe('Your own id of the transaction.'),
          fraud_score: score.describe('The recorded score, or the score as of the time of recording.'),
          fraud_level: z.enum(FRAUD_LEVELS).describe('Level of the score.'),
          is_alert: z
            .boolean()
            .describe('Whether the score reaches `threshold_applied`; false if your lists allow the transaction.'),
          threshold_applied: score.describe('Alert threshold of this score.'),
          risk_factors: z.array(RiskFactor).describe('Reasons; empty if they were not requested.'),
        }),
      )
      .describe('Newest first, by their own time.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('Cursor of the next page; null on the last page.'),
        has_more: z.boolean().describe('Whether there is another page.'),
        total_pages: z.int().describe('Number of pages of this size for `total`, or for `limit` if that is less.'),
      })
      .describe('Position of this page in the list.'),
  })
  .meta({ id: 'BatchScores', description: 'A page of transactions with their scores. Nothing was recorded.' })
