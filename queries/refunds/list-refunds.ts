import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { RefundRow } from '#projections/refunds/refunds.ts'
import { cursorOf, readCursor } from '#values/cursor.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant, timestamp } from '#values/instant.ts'
import { toMajor } from '#values/money.ts'
import { prose } from '#values/prose.ts'
import { coverRange, type Range } from './cover-range.ts'
import {
  createdRange,
  type ListRefundsQuery,
  PAGE_SIZE_MAX,
  type REFUND_LIST_SORTS,
  REFUND_LIST_STATUSES,
} from './list-refunds-query.ts'

export { ListRefundsQuery } from './list-refunds-query.ts'

/** The spec's "Refund list item and pagination"; amounts in major units. */
export const ListRefundsResponse = z
  .object({
    data: z
      .array(
        z.object({
          refund_id: z.string().describe('The refund: `rf_` and a UUID.'),
          status: z.enum(REFUND_LIST_STATUSES).describe('Status of the refund.'),
          amount: z.number().describe('Amount in major units of the currency.'),
          currency: z.string().describe('ISO 4217 code of the amount, three upper-case letters.'),
          beneficiary_mismatch: z
            .boolean()
            .optional()
            .describe("True when the beneficiary is not the transaction's user; absent otherwise."),
          created_at: timestamp('When the refund was requested'),
        }),
      )
      .describe('The refunds of this page, in the requested order.'),
    pagination: z
      .object({
        page: z.int().describe('Number of this page, from 1; with a cursor, counted from the first page.'),
        page_size: z.int().describe(`Refunds on a full page, 1 to ${PAGE_SIZE_MAX}.`),
        total_items: z
          .int()
          .describe(
            prose(
              'Refunds that match the filters, on all pages; with filters that no counter covers, at most 10,000 are',
              'counted (see `total_capped`).',
            ),
          ),
        total_pages: z.int().describe('Pages of `total_items` refunds; 0 when none matches.'),
        total_capped: z
          .boolean()
          .describe(
            prose(
              'Whether there are more refunds than `total_items`. Only with `transaction_id`, `case_id`, `currency`,',
              '`reason`, `amount_min` or `amount_max`: with other filters all refunds are counted.',
            ),
          ),
        next_cursor: z
          .string()
          .nullable()
          .describe(
            'Send it as `cursor` with the same filters, sort and order for the next page; null on the last page.',
          ),
      })
      .describe('Position of this page in the list.'),
  })
  .describe('A page of refunds.')
export type ListRefundsResponse = z.infer<typeof ListRefundsResponse>

const Total = z.object({ total_items: z.int(), refund_id: z.null() })
const Item = RefundRow.pick({
  refund_id: true,
  status: true,
  amount_minor: true,
  currency: true,
  beneficiary_mismatch: true,
  created_at: true,
}).extend({ total_items: z.int() })

/** Without a counter for the filters, counting stops here: a million rows would be counted at every page. */
const COUNTED_MAX = 10_000

/** Digest of caller and filters, sort, order, number of the page, and the last row's sort value and id. */
function cursorPosition(scope: string, sort: (typeof REFUND_LIST_SORTS)[number], order: string) {
  const position = [
    z.literal(sort),
    z.literal(order),
    z
      .string()
      .regex(/^[1-9]\d{0,9}$/)
      .transform(Number),
    sort === 'amount' ? z.string().regex(/^\d{1,13}(\.\d{1,4})?$/) : instant,
    z.string().regex(/^rf_[\w-]{1,128}$/),
  ] as const
  const unscoped = z.tuple(position)
  // Earlier versions gave out cursors without a scope.
  return z.union([z.tuple([z.literal(scope), ...position]).transform(([, ...values]) => values), unscoped])
}

/** Digest of everything that selects and sorts. */
function scopeOf(client_id: string, { page: _, page_size: __, cursor: ___, ...selection }: ListRefundsQuery): string {
  return derivedUuid('refund-list', client_id, JSON.stringify(Object.entries(selection).sort()))
}

/**
 * The cost does not grow with the number of refunds. A page reads index entries: page n reads n pages of them, a page
 * by cursor reads one. Totals add up exact counters, kept in the transaction of the rows: per client, status and month,
 * day and hour; per client, user and status. Refunds of two hours at most are counted singly. A user's refunds within
 * dates are counted singly; with filters that have no counter, counting stops at 10,000. Page and total come from one
 * statement, so they agree.
 *
 * `select *`, because the tables of the version before answer until new tables are built. Errors: REFUND_001 for a
 * foreign cursor.
 */
export async function listRefunds(
  db: Database,
  client_id: string,
  query: ListRefundsQuery,
): Promise<ListRefundsResponse> {
  const { page_size, sort, order, cursor } = query
  const scope = scopeOf(client_id, query)
  const after = cursor === undefined ? null : readCursor(cursor, cursorPosition(scope, sort, order), 'REFUND_001')
  const page = after === null ? (query.page ?? 1) : after[2] + 1
  const created = createdRange(query)
  const counted = [
    sql.fragment`client_id = ${client_id}`,
    ...(query.status === undefined ? [] : [sql.fragment`status = ${query.status}`]),
    ...(query.user_id === undefined ? [] : [sql.fragment`user_id = ${query.user_id}`]),
  ]
  const uncounted = uncountedConditions(client_id, query)
  const where = [...counted, ...uncounted]
  const direction = order === 'desc' ? sql.fragment`desc` : sql.fragment`asc`
  const column = sort === 'amount' ? sql.fragment`amount` : sql.fragment`created_at`
  const total_items =
    uncounted.length === 0
      ? totalOf(where, query, created)
      : countUpTo(COUNTED_MAX + 1, [...where, ...createdWithin(created)])
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(z.union([Item, Total]))`
      select total.total_items, page.*
      from (select ${total_items} as total_items) as total
      left join lateral (
        select * from read.refunds
        where ${all([...where, ...createdWithin(created), ...afterCursor(after, order)])}
        order by ${column} ${direction}, refund_id ${direction}
        limit ${page_size + 1} offset ${after === null ? (page - 1) * page_size : 0}
      ) as page on true
      order by page.${column} ${direction}, page.refund_id ${direction}`),
  )
  const totalFound = rows[0]?.total_items ?? 0
  const total_capped = uncounted.length > 0 && totalFound > COUNTED_MAX
  const totals = { total_items: total_capped ? COUNTED_MAX : totalFound, total_capped }
  const items = rows.flatMap(row => (row.refund_id === null ? [] : [itemOf(row)]))
  const data = items.slice(0, page_size)
  const last = items.length > page_size ? data.at(-1) : undefined
  const next_cursor = last === undefined ? null : cursorOf(scope, sort, order, page, last[sort], last.refund_id)
  const total_pages = Math.ceil(totals.total_items / page_size)
  return { data, pagination: { page, page_size, ...totals, total_pages, next_cursor } }
}

function itemOf({ refund_id, status, amount_minor, currency, beneficiary_mismatch, created_at }: z.infer<typeof Item>) {
  const flag = beneficiary_mismatch ? { beneficiary_mismatch: true } : {}
  return { refund_id, status, amount: toMajor(amount_minor, currency), currency, ...flag, created_at }
}

function uncountedConditions(client_id: string, query: ListRefundsQuery): FragmentSqlToken[] {
  const { transaction_id, case_id, currency, reason, amount_min, amount_max } = query
  const key = transaction_id === undefined ? null : transactionStreams.id(client_id, transaction_id)
  return [
    ...(key === null ? [] : [sql.fragment`transaction_key = ${key}`]),
    ...(case_id === undefined ? [] : [sql.fragment`case_id = ${case_id}`]),
    ...(currency === undefined ? [] : [sql.fragment`currency = ${currency}`]),
    ...(reason === undefined ? [] : [sql.fragment`reason = ${reason}`]),
    ...(amount_min === undefined ? [] : [sql.fragment`amount >= ${amount_min}::float8`]),
    ...(amount_max === undefined ? [] : [sql.fragment`amount <= ${amount_max}::float8`]),
  ]
}

function afterCursor(after: z.infer<ReturnType<typeof cursorPosition>> | null, order: ListRefundsQuery['order']) {
  if (after === null) return []
  const [sort, , , value, refund_id] = after
  const row = sort === 'amount' ? sql.fragment`(amount, refund_id)` : sql.fragment`(created_at, refund_id)`
  const than = order === 'desc' ? sql.fragment`<` : sql.fragment`>`
  const position = sort === 'amount' ? sql.fragment`${value}::float8` : sql.fragment`${value}::timestamptz`
  return [sql.fragment`${row} ${than} (${position}, ${refund_id})`]
}

function totalOf(where: FragmentSqlToken[], { user_id }: ListRefundsQuery, created: Range): FragmentSqlToken {
  const isDated = created.from !== null || created.until !== null
  if (user_id !== undefined)
    return isDated ? countOf(where, created) : sumOf(sql.fragment`read.refund_user_counts`, where)
  const { counted: periods, single } = coverRange(created)
  const parts = [
    ...periods.map(({ period, from, until }) =>
      sumOf(sql.fragment`read.refund_counts`, [
        ...where,
        sql.fragment`period = ${period}`,
        ...createdWithin({ from, until }, sql.fragment`start`),
      ]),
    ),
    ...single.map(range => countOf(where, range)),
  ]
  return sql.fragment`(${sql.join(parts, sql.fragment` + `)})`
}

function sumOf(table: FragmentSqlToken, where: FragmentSqlToken[]): FragmentSqlToken {
  return sql.fragment`(select coalesce(sum(count), 0)::bigint from ${table} where ${all(where)})`
}

function countOf(where: FragmentSqlToken[], range: Range): FragmentSqlToken {
  return sql.fragment`(select count(*) from read.refunds where ${all([...where, ...createdWithin(range)])})`
}

function countUpTo(max: number, where: FragmentSqlToken[]): FragmentSqlToken {
  return sql.fragment`(select count(*) from (select from read.refunds where ${all(where)} limit ${max}) as counted)`
}

function createdWithin({ from, until }: Range, column = sql.fragment`created_at`): FragmentSqlToken[] {
  const at = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`
  return [
    ...(from === null ? [] : [sql.fragment`${column} >= ${at(from)}`]),
    ...(until === null ? [] : [sql.fragment`${column} < ${at(until)}`]),
  ]
}

function all(conditions: FragmentSqlToken[]) {
  return sql.join(conditions, sql.fragment` and `)
}
