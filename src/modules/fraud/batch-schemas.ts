import { z } from 'zod'
import { OPERATION_TYPES } from '#commands/transactions/record-transactions.ts'
import { FRAUD_LEVELS } from '#domain/fraud/levels.ts'
import { instant } from '#values/instant.ts'
import { plainText } from '#values/text.ts'
import { RiskFactor } from './schemas.ts'

/** From the spec, for `options.limit`, page size and ids; the route refuses more with FRAUD_002. */
export const BATCH_MAX = 1_000
const PAGE_SIZE_DEFAULT = 100
const CURSOR_LENGTH_MAX = 400

const id = plainText(128)
const score = z.number().min(0).max(1)
const optional = <T extends z.ZodType>(schema: T) => schema.nullish().transform(value => value ?? undefined)
const more = `more are refused with FRAUD_002`

/** The spec's "Fraud scoring: batch request". Strict: a misspelt filter would select everything. */
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
      operation_types: optional(z.array(z.enum(OPERATION_TYPES)).min(1)).describe('Only transactions of these kinds.'),
    })
    .prefault({})
    .describe("Which of your client's transactions; all of them unless said."),
  options: z
    .strictObject({
      alert_threshold: optional(score).describe(
        'From which score on a transaction is an alert, for this request alone.',
      ),
      threshold_policy: optional(z.enum(['global', 'per_category'])).describe(
        "Which threshold of your policy: its default for all, or that of each transaction's category or operation. `alert_threshold` wins over it. Without either, a recorded score keeps the threshold it was recorded with, and others are measured per category.",
      ),
      include_reasons: z.boolean().default(true).describe('Whether `risk_factors` are told.'),
      limit: z
        .int()
        .min(1)
        .default(BATCH_MAX)
        .describe(`Transactions on all pages together, the newest; ${BATCH_MAX} at most: ${more}.`),
    })
    .prefault({})
    .describe('How they are measured, and how many there are to be.'),
  pagination: z
    .strictObject({
      cursor: optional(z.string().max(CURSOR_LENGTH_MAX)).describe(
        '`next_cursor` of the page before, with the same filters and options; null for the first page.',
      ),
      page_size: z
        .int()
        .min(1)
        .default(PAGE_SIZE_DEFAULT)
        .describe(`Transactions on a page, ${BATCH_MAX} at most: ${more}.`),
    })
    .prefault({})
    .describe('Which page.'),
})
export type BatchBody = z.output<typeof BatchBody>

/** The spec's "Fraud scoring: batch response". */
export const BatchScoresResponse = z
  .object({
    summary: z
      .object({
        total: z
          .int()
          .describe('Transactions that the filters fit, before `options.limit`; counted with the first page.'),
        returned: z.int().describe('Transactions of this page.'),
        alerts: z.int().describe('How many of them are alerts.'),
        alert_rate: score.describe('The same as a part of `returned`, four decimals; 0 of an empty page.'),
        processing_time_ms: z.int().describe('Of this request, milliseconds.'),
        model_version: z.string().describe('What scores now. Recorded scores may be by others: see their decisions.'),
      })
      .describe('What there is.'),
    transactions: z
      .array(
        z.object({
          transaction_id: z.string().describe('Your own id of the transaction.'),
          fraud_score: score.describe('As it was recorded, or else as it would have been scored when it was recorded.'),
          fraud_level: z.enum(FRAUD_LEVELS).describe('Of the score.'),
          is_alert: z
            .boolean()
            .describe('Whether the score reaches `threshold_applied`; never of one that your lists allow.'),
          threshold_applied: score.describe('What the score was measured by.'),
          risk_factors: z.array(RiskFactor).describe('Why; empty where reasons were not asked for.'),
        }),
      )
      .describe('The newest first, by their own time.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('For the next page; null on the last.'),
        has_more: z.boolean().describe('Whether there is another page.'),
        total_pages: z
          .int()
          .describe('Pages of this size that `total` transactions make, or `limit` where that is less.'),
      })
      .describe('Where this page stands among the others.'),
  })
  .meta({ id: 'BatchScores', description: 'A page of transactions with their scores. Nothing was recorded for it.' })
