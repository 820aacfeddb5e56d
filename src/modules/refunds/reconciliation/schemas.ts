import { z } from 'zod'
import { DISCREPANCY_KINDS } from '#domain/refunds/reconciliation/events.ts'
import { instant, timestamp, timestampOrNull } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { LEEWAY_S, LEEWAY_S_MAX } from './reconcile-statement.ts'
import { STATEMENT_ENCODINGS } from './statement.ts'

const period = {
  from: 'From this time; ISO 8601 with an offset.',
  to: 'Until before this time; ISO 8601 with an offset.',
}

export const StatementQuery = z.strictObject({
  from: instant.optional().describe(`The period that the statement covers, if it has no header. ${period.from}`),
  to: instant.optional().describe(period.to),
  leeway_s: z.coerce
    .number()
    .int()
    .min(0)
    .max(LEEWAY_S_MAX)
    .default(LEEWAY_S)
    .describe(
      prose(
        'How many seconds later than the network this service may record an outcome, or the network book it. What is',
        'closer to the edges of the period, or to now, is undecided.',
      ),
    ),
  dry_run: z.enum(['true', 'false']).default('false').describe('Whether to report only, without raising flags.'),
})

export const SandboxStatementQuery = z
  .strictObject({
    from: instant.describe(period.from),
    to: instant.describe(period.to),
    format: z
      .enum(STATEMENT_ENCODINGS)
      .default('ndjson')
      .describe('Newline-delimited JSON, or CSV with the same fields.'),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { error: 'must be before to', path: ['from'] })

/** For the OpenAPI document only: the response is a stream. */
export const StatementFileResponse = z.string().describe('The statement, from header to trailer.')

const amount = z.number().describe('Amount in major units of the currency.')
const currency = z.string().describe('ISO 4217 code of the amount, three upper-case letters.')

const Discrepancy = {
  kind: z
    .enum(DISCREPANCY_KINDS)
    .describe(
      prose(
        'How they disagree: missing_there (money is recorded as moved, and is not in the statement), missing_here',
        '(no refund here matches), amount_differs (or the currency), status_differs, or contradicted (the network',
        'reported two outcomes that exclude each other, such as two references for one payment).',
      ),
    ),
  refund_id: z.string().nullable().describe('The refund: `rf_` and a UUID; null when none of your client matches.'),
  key: z
    .string()
    .nullable()
    .describe('The key that the network got for the payment; null when the statement has none.'),
  about: z.enum(['transfer', 'reversal']).describe('Whether it is the payment or its reversal.'),
  attempt: z.int().nullable().describe('Attempt of the refund, 0 for the first; null when unknown.'),
  said: z
    .object({
      outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']).describe('Outcome at the network.'),
      ...{ amount, currency },
      reference: z.string().describe("The payment network's reference."),
      at: timestamp('When the network booked it'),
    })
    .nullable()
    .describe('The line of the statement; null when there is none.'),
  recorded: z
    .object({
      status: z.string().describe('Status of the refund when it was compared.'),
      outcome: z
        .enum(['none', 'in_flight', 'succeeded', 'rejected', 'completed', 'failed'])
        .describe('Recorded outcome; none means that it was not requested.'),
      ...{ amount, currency },
      reference: z.string().nullable().describe("The network's reference; null when no money moved."),
      at: timestampOrNull('When the outcome was recorded; null when there was none'),
    })
    .nullable()
    .describe('The recorded movement; null when there is none.'),
}
const flag_id = z.string().describe('The flag: `flg_`, a UUID and a number.')
const flagStatus = z.enum(['open', 'resolved']).describe('Whether a person has resolved it.')
const statementFields = {
  from: timestamp('Beginning of the period'),
  to: timestamp('End of the period, exclusive'),
  sha256: z.string().describe('SHA-256 of the whole file, 64 hexadecimal digits: identifies the file.'),
}
const count = (what: string) => z.int().describe(`${what}.`)

export const DISCREPANCIES_MAX = 1_000

export const ReconcileStatementResponse = z
  .object({
    statement: z.object({ ...statementFields, lines: count('Lines about payments') }).describe('What was compared.'),
    leeway_s: z.int().describe('Seconds of leeway, as requested.'),
    counts: z
      .object({
        matched: count('Lines that agree with the recorded movement'),
        missing_there: count('Payments recorded within the period that are on no line'),
        missing_here: count('Lines without a recorded payment'),
        amount_differs: count('Lines with another amount or currency'),
        status_differs: count('Lines with another outcome'),
        contradicted: count('Lines that contradict each other, or an earlier report of the network'),
        in_flight: count('Lines that are so recent that their outcome may not have been polled yet'),
        undecided: count(
          'Payments on no line, at the edges of the period: the statement before or after may have them',
        ),
        repeated_lines: count('Lines that repeat an earlier one'),
      })
      .describe('Number of each.'),
    decided_by: z
      .object({ from: timestamp('Beginning of the period'), to: timestamp('End of the period') })
      .nullable()
      .describe('The period that a statement must cover to decide all undecided payments; null when there are none.'),
    flags: z
      .object({
        raised: count('Flags that this request raised'),
        known: count('Discrepancies that were flagged before'),
      })
      .describe('Flags; none with `dry_run`.'),
    discrepancies: z
      .array(
        z.object({
          ...Discrepancy,
          line: z.int().nullable().describe('Line of the file, 1 for the first; null when it is on none.'),
          flag: z
            .object({ flag_id, status: flagStatus })
            .nullable()
            .describe('Its flag; null when none was raised, or the refund has 100 flags.'),
        }),
      )
      .describe(
        `The discrepancies, at most ${DISCREPANCIES_MAX.toLocaleString('en-US')}; all of them are counted and flagged.`,
      ),
  })
  .describe('Result of the comparison.')
export type ReconcileStatementResponse = z.infer<typeof ReconcileStatementResponse>

const flag = {
  flag_id,
  status: flagStatus,
  ...Discrepancy,
  statement: z.object(statementFields).describe('The first statement with the discrepancy.'),
  flagged_at: timestamp('When it was flagged'),
  flagged_by: z.string().describe('Who sent the statement.'),
}

export const ListFlagsResponse = z
  .object({
    data: z
      .array(
        z.object({
          ...flag,
          resolved_at: timestampOrNull('When it was resolved; null when it is not'),
          resolved_by: z.string().nullable().describe('Who resolved it; null while open.'),
        }),
      )
      .describe('Newest first.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
        has_more: z.boolean().describe('Whether there is a next page.'),
      })
      .describe('Position of this page in the list.'),
  })
  .describe('A page of flags.')

export const FlagResponse = z
  .object({
    ...flag,
    resolution: z
      .object({
        reason: z.string().describe('What was found out and done.'),
        resolved_at: timestamp('When it was resolved'),
        resolved_by: z.string().describe('Who resolved it.'),
      })
      .nullable()
      .describe('How it was resolved; null while open.'),
  })
  .describe('A flagged discrepancy, and how it was resolved.')

export const FlagParams = z.object({ flag_id })
