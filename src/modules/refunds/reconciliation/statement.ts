import { z } from 'zod'
import type { Movement } from '#domain/refunds/reconciliation/movements.ts'
import { instant } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

/** The header names the format and the period, the trailer shows that the statement is complete. */
export const STATEMENT_FORMAT = 'payment-statement/1'
export const STATEMENT_ENCODINGS = ['ndjson', 'csv'] as const
export type StatementEncoding = (typeof STATEMENT_ENCODINGS)[number]

export const CSV_HEADER = `#${STATEMENT_FORMAT}`
export const CSV_TRAILER = '#end'
/** In the order in which this service writes them; statements may have more, in any order. */
export const COLUMNS = ['type', 'key', 'reference', 'status', 'amount', 'currency', 'at'] as const

/** In the words of the payment gateway's contract. */
const STATUSES = {
  transfer: ['succeeded', 'rejected'],
  reversal: ['completed', 'failed'],
} as const satisfies Record<Movement['about'], readonly Movement['outcome'][]>
const TYPES = ['transfer', 'reversal'] as const
const ANY_STATUS = [...STATUSES.transfer, ...STATUSES.reversal] as const

/** Amounts are numbers in major units, or the same as text. */
export const StatementLine = z
  .object({
    type: z.enum(TYPES),
    key: plainText(128).nullish(),
    reference: plainText(256),
    status: z.enum(ANY_STATUS),
    amount: z.union([z.number(), z.string()], {
      error: issue => (issue.input === undefined ? 'is required' : 'must be a number'),
    }),
    currency: z.string(),
    at: instant,
  })
  .refine(({ type, status }) => STATUSES[type].some(word => word === status), {
    error: 'must be succeeded or rejected for a transfer, completed or failed for a reversal',
    path: ['status'],
  })
export type StatementLine = z.infer<typeof StatementLine>

export const StatementHeader = z.object({ format: z.literal(STATEMENT_FORMAT), from: instant, to: instant })
export const StatementTrailer = z.object({ end: z.literal(true), lines: z.int().nonnegative() })

/** Where a statement is wrong, and why. Nothing was compared or flagged. */
export class StatementProblem extends Error {
  /** From 1; null for the file as a whole. */
  readonly line: number | null
  readonly field: string
  readonly reason: string
  constructor(line: number | null, field: string, reason: string) {
    super(`${line === null ? 'the statement' : `line ${line}`}: ${field} ${reason}`)
    this.name = 'StatementProblem'
    this.line = line
    this.field = field
    this.reason = reason
  }
}
