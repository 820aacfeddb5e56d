import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Database } from '#edge/postgres/pool.ts'
import { whenBuilt } from '#edge/postgres/when-built.ts'
import { timestamp } from '#instant.ts'
import { toMajor } from '#money.ts'
import { coverRange, type Range } from './cover-range.ts'
import { createdRange, type ListRefundsQuery, PAGE_SIZE_MAX, REFUND_LIST_STATUSES } from './list-refunds-input.ts'

export { ListRefundsQuery } from './list-refunds-input.ts'

/** The spec's "Refund list item and pagination"; amounts in major units. */
export const ListRefundsResponse = z
  .object({
    data: z
      .array(
        z.object({
          refund_id: z.string().describe('The refund: `rf_` and a UUID.'),
          status: z.enum(REFUND_LIST_STATUSES).describe('Where the refund stands.'),
          amount: z.number().describe('Amount in major units of the currency.'),
          currency: z.string().describe('ISO 4217 code of the amount, three upper-case letters.'),
          beneficiary_mismatch: z
            .boolean()
            .optional()
            .describe("True when the beneficiary is not the transaction's user; absent otherwise."),
          created_at: timestamp('When the refund was requested'),
        }),
      )
      .describe('The refunds of this page, newest first.'),
    pagination: z
      .object({
        page: z.int().describe('Number of this page, from 1.'),
        page_size: z.int().describe(`Refunds on a full page, 1 to ${PAGE_SIZE_MAX}.`),
        total_items: z.int().describe('Refunds that fit the filters, on all pages.'),
        total_pages: z.int().describe('Pages that there are; 0 when no refund fits.'),
      })
      .describe('Where this page stands among the others.'),
  })
  .describe('A page of refunds.')
export type ListRefundsResponse = z.infer<typeof ListRefundsResponse>

const Total = z.object({ total_items: z.int(), refund_id: z.null() })
const Item = z.object({
  total_items: z.int(),
  refund_id: z.string(),
  status: z.enum(REFUND_LIST_STATUSES),
  amount_minor: z.int(),
  currency: z.string(),
  beneficiary_mismatch: z.boolean().optional(),
  created_at: z.string(),
})

/**
 * A client's refunds, newest first (`refund_id` decides between equal times). Lags behind the writes by the projector, in
 * order well below a second.
 *
 * What it costs does not depend on how many refunds there are. The page is read from an index in the order of the list, so
 * page n reads n pages of index entries and page 1 reads one. `total_items` is not counted: the projector keeps exact
 * counters per client, status and month, day and hour, and per client, user and status, in the transaction of the rows. A
 * total without a user adds up at most 6 counters per month; dates that cut a month, a day or an hour add at most 2 × 30
 * days, 2 × 23 hours (× 6 statuses) and the single refunds of two hours. With a user and dates, that user's refunds in the
 * range are counted one by one. Page and total come from one statement, so they are of the same moment.
 *
 * Every column is taken, not named: until the tables of a new version are built the list is answered from those before it.
 */
export async function listRefunds(
  db: Database,
  client_id: string,
  query: ListRefundsQuery,
): Promise<ListRefundsResponse> {
  const { page, page_size } = query
  const created = createdRange(query)
  const where = [
    sql.fragment`client_id = ${client_id}`,
    ...(query.status === undefined ? [] : [sql.fragment`status = ${query.status}`]),
    ...(query.user_id === undefined ? [] : [sql.fragment`user_id = ${query.user_id}`]),
  ]
  const rows = await whenBuilt(
    db.any(sql.type(z.union([Item, Total]))`
      select total.total_items, page.*
      from (select ${total(where, query, created)} as total_items) as total
      left join lateral (
        select * from read.refunds
        where ${all([...where, ...within(created)])}
        order by created_at desc, refund_id desc
        limit ${page_size} offset ${(page - 1) * page_size}
      ) as page on true
      order by page.created_at desc, page.refund_id desc`),
  )
  const total_items = rows[0]?.total_items ?? 0
  const data = rows.flatMap(row => {
    if (row.refund_id === null) return []
    const { refund_id, status, amount_minor, currency, created_at } = row
    const flag = row.beneficiary_mismatch ? { beneficiary_mismatch: true } : {}
    return [{ refund_id, status, amount: toMajor(amount_minor, currency), currency, ...flag, created_at }]
  })
  return { data, pagination: { page, page_size, total_items, total_pages: Math.ceil(total_items / page_size) } }
}

function total(where: FragmentSqlToken[], { user_id }: ListRefundsQuery, created: Range): FragmentSqlToken {
  const dated = created.from !== null || created.until !== null
  if (user_id !== undefined)
    return dated ? counted(where, created) : summed(sql.fragment`read.refund_user_counts`, where)
  const { counted: periods, single } = coverRange(created)
  const parts = [
    ...periods.map(({ period, from, until }) =>
      summed(sql.fragment`read.refund_counts`, [
        ...where,
        sql.fragment`period = ${period}`,
        ...within({ from, until }, sql.fragment`start`),
      ]),
    ),
    ...single.map(range => counted(where, range)),
  ]
  return sql.fragment`(${sql.join(parts, sql.fragment` + `)})`
}

function summed(table: FragmentSqlToken, where: FragmentSqlToken[]): FragmentSqlToken {
  return sql.fragment`(select coalesce(sum(count), 0)::bigint from ${table} where ${all(where)})`
}

function counted(where: FragmentSqlToken[], range: Range): FragmentSqlToken {
  return sql.fragment`(select count(*) from read.refunds where ${all([...where, ...within(range)])})`
}

function within({ from, until }: Range, column = sql.fragment`created_at`): FragmentSqlToken[] {
  const at = (ms: number) => sql.fragment`${new Date(ms).toISOString()}::timestamptz`
  return [
    ...(from === null ? [] : [sql.fragment`${column} >= ${at(from)}`]),
    ...(until === null ? [] : [sql.fragment`${column} < ${at(until)}`]),
  ]
}

function all(conditions: FragmentSqlToken[]) {
  return sql.join(conditions, sql.fragment` and `)
}
