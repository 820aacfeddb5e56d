import { z } from 'zod'
import { anyInstant, storable } from '#instant.ts'
import { plainText } from '#text.ts'

/** The spec's "Refund list": page default 1; page_size default 50, max 100. */
const PAGE_SIZE_DEFAULT = 50
export const PAGE_SIZE_MAX = 100
/** Beyond every list there can be, and small enough that the offset stays an exact number. */
const PAGE_MAX = 1_000_000_000
const USER_ID_LENGTH_MAX = 128
const DAY_MS = 86_400_000

export const REFUND_LIST_STATUSES = ['pending', 'processing', 'completed', 'failed', 'cancelled', 'voided'] as const

const wholeNumber = (max: number) =>
  z
    .string()
    .regex(/^[1-9]\d*$/, 'must be a whole number from 1, in digits')
    .transform(Number)
    .refine(number => number <= max, `must be at most ${max}`)

const date = z.iso.date()
const dateOrInstant = z
  .string()
  .refine(text => date.safeParse(text).success || anyInstant.safeParse(text).success, {
    error: 'must be an ISO 8601 date, or date and time with an offset',
  })
  .refine(...storable)

/** First millisecond that is not before `text`; refunds are created at whole milliseconds. */
function firstMs(text: string): number {
  const finer = /\.\d{3}(\d*[1-9])/.test(text)
  return Date.parse(text) + (finer ? 1 : 0)
}

/** First millisecond after `text`; a date alone means its whole UTC day. */
function msAfter(text: string): number {
  return Date.parse(text) + (date.safeParse(text).success ? DAY_MS : 1)
}

/**
 * Query parameters of the refund list, as texts. Both bounds of the dates are inclusive. Unknown parameters are refused: a
 * misspelt filter must not return everything.
 */
export const ListRefundsQuery = z
  .strictObject({
    status: z.enum(REFUND_LIST_STATUSES).optional().describe('Only refunds with this status.'),
    user_id: plainText(USER_ID_LENGTH_MAX)
      .optional()
      .describe('Only refunds to the beneficiary with this `user_id`, 1 to 128 characters.'),
    date_from: dateOrInstant
      .optional()
      .describe('Only refunds requested at or after this; ISO 8601 date, or date and time with an offset.'),
    date_to: dateOrInstant
      .optional()
      .describe(
        'Only refunds requested at or before this; ISO 8601 date, which means the end of that UTC day, or date and time with an offset.',
      ),
    page: wholeNumber(PAGE_MAX)
      .prefault('1')
      .describe(
        'Number of the page, 1 for the newest refunds. A refund requested between two pages moves the others back by one; with `date_to` and without `status` pages stand still.',
      ),
    page_size: wholeNumber(PAGE_SIZE_MAX)
      .prefault(String(PAGE_SIZE_DEFAULT))
      .describe(`Refunds on a page, 1 to ${PAGE_SIZE_MAX}.`),
  })
  .refine(({ date_from, date_to }) => !date_from || !date_to || firstMs(date_from) < msAfter(date_to), {
    error: 'must not be after date_to',
    path: ['date_from'],
    when: ({ issues }) => issues.length === 0,
  })
export type ListRefundsQuery = z.output<typeof ListRefundsQuery>

/**
 * The last month that a range can end in or begin with: the one after it has no name that stores can hold. "Until the end of
 * time", which callers write as 9999-12-31, means no bound.
 */
const LAST_MONTH_MS = Date.UTC(9999, 11, 1)

/** The dates as a half-open range of milliseconds since 1970; null = open. */
export function createdRange({ date_from, date_to }: ListRefundsQuery): { from: number | null; until: number | null } {
  const from = date_from === undefined ? null : Math.min(firstMs(date_from), LAST_MONTH_MS)
  const until = date_to === undefined ? null : msAfter(date_to)
  return { from, until: until !== null && until > LAST_MONTH_MS ? null : until }
}
