import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { ALERT_STATUSES } from '#domain/fraud/alerts/state.ts'
import { FRAUD_LEVELS } from '#domain/fraud/levels.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { AlertRow } from '#projections/fraud/alerts.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { toMajor } from '#values/money.ts'
import { pageLimit } from '#values/page.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50
const CURSOR_LENGTH_MAX = 400

const SORTS = ['opened_at', 'oldest', 'score'] as const

const id = plainText(ID_LENGTH_MAX).optional()

export const ListAlertsQuery = z
  .strictObject({
    status: z
      .enum([...ALERT_STATUSES, 'unresolved', 'all'])
      .default('unresolved')
      .describe('Only alerts with this status; default: all unresolved ones.'),
    level: z.enum(FRAUD_LEVELS).optional().describe('Only alerts whose latest score has this level.'),
    user_id: id.describe('Only alerts on transactions of this user, by your own id.'),
    transaction_id: id.describe('Only the alert on this transaction, by your own id.'),
    assigned_to: id.describe('Only alerts assigned to this id.'),
    unassigned: z.enum(['true']).optional().describe('Only unassigned alerts.'),
    since: instant.optional().describe('Only alerts opened at or after this time; ISO 8601 with an offset.'),
    until: instant.optional().describe('Only alerts opened before this time; ISO 8601 with an offset.'),
    sort: z.enum(SORTS).default('opened_at').describe('Order: newest first, oldest first, or highest score first.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Alerts on a page, 1 to ${LIMIT_MAX}.`),
    cursor: z
      .string()
      .max(CURSOR_LENGTH_MAX)
      .optional()
      .describe('`next_cursor` of the previous page, with the same filters and sort.'),
  })
  .refine(...sinceBeforeUntil)
  .refine(({ assigned_to, unassigned }) => assigned_to === undefined || unassigned === undefined, {
    error: 'must not be combined with assigned_to',
    path: ['unassigned'],
  })
export type ListAlertsQuery = z.output<typeof ListAlertsQuery>

const Row = AlertRow.omit({ client_id: true, revision: true })

const scoreColumn = { name: 'score', type: 'float8', text: z.string().regex(/^[01](\.\d{1,4})?$/) } as const
const openedColumn = { name: 'opened_at', type: 'timestamptz', text: instant } as const
const idColumn = { name: 'alert_id', type: 'text', text: z.string().regex(/^alr_[\w-]{1,64}$/) } as const

/** Throws INVALID_REQUEST for a cursor of another client or query. */
export async function listAlerts(db: Database, client_id: string, query: ListAlertsQuery, now: Date) {
  const { sort, limit, cursor, ...filters } = query
  const scope = derivedUuid('fraud-alerts', client_id, sort, JSON.stringify(Object.entries(filters).sort()))
  const columns = [sort === 'score' ? scoreColumn : openedColumn, idColumn] as const
  const order = sort === 'oldest' ? 'asc' : 'desc'
  const keyset = keysetPage<z.infer<typeof Row>>({ scope, columns, order, limit, cursor })
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(Row)`
      select alert_id, status, transaction_id, user_id, amount_minor, currency, score, level, recommendation, risk_factors, assigned_to,
        opened_at, updated_at, resolved_at, outcome
      from read.alerts
      where ${sql.join(conditionsOf(client_id, filters), sql.fragment` and `)} and ${keyset.isAfterCursor}
      ${keyset.orderAndLimit}`),
  )
  const { page, pagination } = keyset.pageOf(rows)
  return {
    data: page.map(({ amount_minor, score, level, ...row }) => ({
      ...row,
      amount: toMajor(amount_minor, row.currency),
      fraud_score: score,
      fraud_level: level,
      age_seconds: ageSeconds(row, now),
    })),
    pagination,
  }
}

export function ageSeconds({ opened_at, resolved_at }: { opened_at: string; resolved_at: string | null }, now: Date) {
  const until = resolved_at === null ? now.getTime() : Date.parse(resolved_at)
  return Math.max(0, Math.floor((until - Date.parse(opened_at)) / 1_000))
}

function conditionsOf(
  client_id: string,
  query: Omit<ListAlertsQuery, 'sort' | 'limit' | 'cursor'>,
): FragmentSqlToken[] {
  const { status, level, user_id, transaction_id, assigned_to, unassigned, since, until } = query
  return [
    sql.fragment`client_id = ${client_id}`,
    ...(status === 'unresolved' ? [sql.fragment`status <> 'resolved'`] : []),
    ...(status === 'unresolved' || status === 'all' ? [] : [sql.fragment`status = ${status}`]),
    ...(level === undefined ? [] : [sql.fragment`level = ${level}`]),
    ...(user_id === undefined ? [] : [sql.fragment`user_id = ${user_id}`]),
    ...(transaction_id === undefined ? [] : [sql.fragment`transaction_id = ${transaction_id}`]),
    ...(assigned_to === undefined ? [] : [sql.fragment`assigned_to = ${assigned_to}`]),
    ...(unassigned === undefined ? [] : [sql.fragment`assigned_to is null`]),
    ...(since === undefined ? [] : [sql.fragment`opened_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`opened_at < ${until}::timestamptz`]),
  ]
}
