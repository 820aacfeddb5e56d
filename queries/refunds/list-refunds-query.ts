import { z } from 'zod'
import { exponentOf } from '#values/currencies.ts'
import { anyInstant, storable } from '#values/instant.ts'
import { prose } from '#values/prose.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

/** Source: the spec, "Fraud refund module" and "Limits". */
const PAGE_SIZE_DEFAULT = 50
export const PAGE_SIZE_MAX = 100
/** Above every possible page, and small enough for an exact offset. */
const PAGE_MAX = 1_000_000_000
const CURSOR_LENGTH_MAX = 400
const DAY_MS = 86_400_000

export const REFUND_LIST_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'voided'] as const

export const REFUND_LIST_SORTS = ['created_at', 'amount'] as const

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, 'must be a whole number from 1, in digits')
    .transform(Number)
    .refine(number => number <= max, `must be at most ${max}`)

/** No currency has more decimals. */
const amount = (bound: string) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,12})(\.\d{1,4})?$/, 'must be a number from 0 up, in digits, with at most 4 decimals')
    .transform(Number)
    .optional()
    .describe(
      prose(
        `Only refunds of this amount or ${bound}, in major units; amounts are compared as numbers: give \`currency\``,
        'too.',
      ),
    )

const date = z.iso.date()
const dateOrInstant = z
  .string()
  .refine(text => date.safeParse(text).success || anyInstant.safeParse(text).success, {
    error: 'must be an ISO 8601 date, or date and time with an offset',
  })
  .refine(...storable)

/** Refunds are created at whole milliseconds. */
function firstMsFrom(text: string): number {
  const isFiner = /\.\d{3}(\d*[1-9])/.test(text)
  return Date.parse(text) + (isFiner ? 1 : 0)
}

/** A date alone means its whole UTC day. */
function msAfter(text: string): number {
  return Date.parse(text) + (date.safeParse(text).success ? DAY_MS : 1)
}

/** Bounds are inclusive. Unknown parameters are refused: a misspelt filter must not return everything. */
export const ListRefundsQuery = z
  .strictObject({
    status: z.enum(REFUND_LIST_STATUSES).optional().describe('Only refunds that are in this status now.'),
    user_id: plainText(ID_LENGTH_MAX)
      .optional()
      .describe('Only refunds to the beneficiary with this `user_id`, 1 to 128 characters.'),
    transaction_id: plainText(ID_LENGTH_MAX).optional().describe('Only refunds of this transaction, by your id of it.'),
    case_id: plainText(ID_LENGTH_MAX).optional().describe('Only refunds with this `metadata.case_id`.'),
    currency: z
      .string()
      .refine(code => exponentOf(code) !== undefined, 'must be an upper-case ISO 4217 code of a circulating currency')
      .optional()
      .describe('Only refunds in this currency: ISO 4217, upper case.'),
    reason: z
      .string()
      .regex(/^[a-z][a-z0-9_]{0,63}$/, 'must be lower-case letters, digits and underscores, at most 64')
      .optional()
      .describe('Only refunds with this reason.'),
    amount_min: amount('more'),
    amount_max: amount('less'),
    date_from: dateOrInstant
      .optional()
      .describe(
        'Only refunds created at this time or later: ISO 8601, a date (its beginning in UTC) or a time with an offset.',
      ),
    date_to: dateOrInstant
      .optional()
      .describe('Only refunds created at this time or earlier; a date alone means the end of that UTC day.'),
    sort: z
      .enum(REFUND_LIST_SORTS)
      .default('created_at')
      .describe('Sort key; `refund_id` breaks ties. Amounts are compared as numbers: give `currency` too.'),
    order: z
      .enum(['desc', 'asc'])
      .default('desc')
      .describe('`desc`: newest or largest first; `asc`: oldest or smallest.'),
    page: wholeNumber(PAGE_MAX)
      .optional()
      .describe(
        prose(
          'Number of the page, from 1; 1 by default. A refund requested between two pages moves the others by one;',
          'with `date_to` and without `status` pages do not move. A page costs as much as all pages before it: use',
          '`cursor` for long lists, not both.',
        ),
      ),
    page_size: wholeNumber(PAGE_SIZE_MAX)
      .prefault(String(PAGE_SIZE_DEFAULT))
      .describe(`Refunds per page, 1 to ${PAGE_SIZE_MAX}; ${PAGE_SIZE_DEFAULT} by default.`),
    cursor: z
      .string()
      .max(CURSOR_LENGTH_MAX)
      .optional()
      .describe(
        prose(
          '`next_cursor` of the previous page, unchanged, with the same filters, sort and order: continues right',
          'after it, whatever refunds were requested since, at the same cost on every page.',
        ),
      ),
  })
  .refine(({ date_from, date_to }) => !date_from || !date_to || firstMsFrom(date_from) < msAfter(date_to), {
    error: 'must not be after date_to',
    path: ['date_from'],
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ amount_min = 0, amount_max = Number.POSITIVE_INFINITY }) => amount_min <= amount_max, {
    error: 'must not be more than amount_max',
    path: ['amount_min'],
    when: ({ issues }) => issues.length === 0,
  })
  .refine(({ page, cursor }) => page === undefined || cursor === undefined, {
    error: 'must not be given with cursor',
    path: ['page'],
    when: ({ issues }) => issues.length === 0,
  })
export type ListRefundsQuery = z.output<typeof ListRefundsQuery>

/** The month after it has no name that stores can hold. 9999-12-31, "until the end of time", means no bound. */
const LAST_MONTH_MS = Date.UTC(9999, 11, 1)

/** Half-open, milliseconds since 1970; null = unbounded. */
export function createdRange({ date_from, date_to }: Pick<ListRefundsQuery, 'date_from' | 'date_to'>): {
  from: number | null
  until: number | null
} {
  const from = date_from === undefined ? null : Math.min(firstMsFrom(date_from), LAST_MONTH_MS)
  const until = date_to === undefined ? null : msAfter(date_to)
  return { from, until: until !== null && until > LAST_MONTH_MS ? null : until }
}
