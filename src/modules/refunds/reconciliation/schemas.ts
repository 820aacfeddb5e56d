import { z } from 'zod'
import { DISCREPANCY_KINDS } from '#domain/refunds/reconciliation/events.ts'
import { instant, timestamp, timestampOrNull } from '#values/instant.ts'
import { LEEWAY_S, LEEWAY_S_MAX } from './reconcile-statement.ts'
import { STATEMENT_ENCODINGS } from './statement.ts'

const period = {
  from: 'From this time; ISO 8601 with an offset.',
  to: 'Up to before this time; ISO 8601 with an offset.',
}

export const StatementQuery = z.strictObject({
  from: instant
    .optional()
    .describe(`The period that the statement covers, where it does not say so in its first line. ${period.from}`),
  to: instant.optional().describe(period.to),
  leeway_s: z.coerce
    .number()
    .int()
    .min(0)
    .max(LEEWAY_S_MAX)
    .default(LEEWAY_S)
    .describe(
      'How many seconds later than the network this service may record an outcome, or the network book it: what is nearer to the edges of the period or to now is not judged.',
    ),
  dry_run: z.enum(['true', 'false']).default('false').describe('Whether to report alone, and flag nothing.'),
})

export const SandboxStatementQuery = z
  .strictObject({
    from: instant.describe(period.from),
    to: instant.describe(period.to),
    format: z.enum(STATEMENT_ENCODINGS).default('ndjson').describe('JSON line by line, or CSV with the same fields.'),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), { error: 'must be before to', path: ['from'] })

/** For the OpenAPI document only: the response is a stream. */
export const StatementFileResponse = z
  .string()
  .describe('The statement: its first line says what it covers, its last one that it is whole.')

const amount = z.number().describe('Amount in major units of the currency.')
const currency = z.string().describe('ISO 4217 code of the amount, three upper-case letters.')

const Discrepancy = {
  kind: z
    .enum(DISCREPANCY_KINDS)
    .describe(
      'How they disagree: missing_there (money is recorded as moved, and the statement does not know it), missing_here (nothing here that it could be), amount_differs (or the currency), status_differs, or contradicted (the network told two things of which only one can be true; two references for money that moved are among it).',
    ),
  refund_id: z
    .string()
    .nullable()
    .describe('The refund: `rf_` and a UUID; null when your client has none that it could be.'),
  key: z
    .string()
    .nullable()
    .describe('What the network was given as the key of the payment; null when the statement names none.'),
  about: z.enum(['transfer', 'reversal']).describe('Whether it is about paying, or about getting it back.'),
  attempt: z.int().nullable().describe('Which attempt of the refund, 0 for the first; null when none can be told.'),
  said: z
    .object({
      outcome: z.enum(['succeeded', 'rejected', 'completed', 'failed']).describe('What became of it there.'),
      ...{ amount, currency },
      reference: z.string().describe("The payment network's reference."),
      at: timestamp('When it was booked there'),
    })
    .nullable()
    .describe('What the statement says; null when it says nothing.'),
  recorded: z
    .object({
      status: z.string().describe('Status of the refund when it was compared.'),
      outcome: z
        .enum(['none', 'in_flight', 'succeeded', 'rejected', 'completed', 'failed'])
        .describe('What became of it here; none means that it was not asked for.'),
      ...{ amount, currency },
      reference: z.string().nullable().describe("The network's reference as it told it; null when no money moved."),
      at: timestampOrNull('When the outcome was recorded; null when there was none'),
    })
    .nullable()
    .describe('What is recorded; null when nothing is.'),
}
const flag_id = z.string().describe('The flag: `flg_`, a UUID and a number.')
const flagStatus = z.enum(['open', 'resolved']).describe('Whether somebody has resolved it.')
const statementFields = {
  from: timestamp('Beginning of the period'),
  to: timestamp('End of the period, which does not belong to it'),
  sha256: z.string().describe('SHA-256 over the whole file, 64 hexadecimal digits: which file it was.'),
}
const count = (what: string) => z.int().describe(`${what}.`)

export const DISCREPANCIES_MAX = 1_000

export const ReconcileStatementResponse = z
  .object({
    statement: z.object({ ...statementFields, lines: count('Lines about payments') }).describe('What was compared.'),
    leeway_s: z.int().describe('Seconds of leeway, as asked for.'),
    counts: z
      .object({
        matched: count('Lines that agree with what is recorded'),
        missing_there: count('Payments that are recorded as made within the period, and in no line'),
        missing_here: count('Lines about what is not recorded'),
        amount_differs: count('Lines with another amount or currency'),
        status_differs: count('Lines with another outcome'),
        contradicted: count('Lines that contradict each other, or what the network told before'),
        in_flight: count('Lines whose outcome is so fresh that it may not have been asked for yet'),
        undecided: count('Payments in no line, at the edges of the period: a statement before or after may have them'),
        repeated_lines: count('Lines that say the same as one before'),
      })
      .describe('How many of each.'),
    decided_by: z
      .object({ from: timestamp('Beginning of it'), to: timestamp('End of it') })
      .nullable()
      .describe('The period that a statement has to cover to decide all that is undecided; null when nothing is.'),
    flags: z
      .object({
        raised: count('Flags that were raised just now'),
        known: count('Discrepancies that were flagged before'),
      })
      .describe('What was flagged; nothing with `dry_run`.'),
    discrepancies: z
      .array(
        z.object({
          ...Discrepancy,
          line: z.int().nullable().describe('Line of the file, 1 for the first; null when it is in none.'),
          flag: z
            .object({ flag_id, status: flagStatus })
            .nullable()
            .describe('Its flag; null when nothing was flagged, or the refund has 100 of them already.'),
        }),
      )
      .describe(
        `What disagrees, at most ${DISCREPANCIES_MAX.toLocaleString('en-US')}; all of them are counted and flagged.`,
      ),
  })
  .describe('What comparing the statement came to.')
export type ReconcileStatementResponse = z.infer<typeof ReconcileStatementResponse>

const flag = {
  flag_id,
  status: flagStatus,
  ...Discrepancy,
  statement: z.object(statementFields).describe('The statement that was the first to say so.'),
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
          resolved_by: z.string().nullable().describe('Who resolved it; null when nobody has.'),
        }),
      )
      .describe('Newest first.'),
    pagination: z
      .object({
        next_cursor: z.string().nullable().describe('Send it as `cursor` for the next page; null on the last page.'),
        has_more: z.boolean().describe('Whether there is a next page.'),
      })
      .describe('Where this page stands among the others.'),
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
      .describe('How it was resolved; null while nobody has.'),
  })
  .describe('A discrepancy that was flagged, and what became of it.')

export const FlagParams = z.object({ flag_id })
