import canonicalize from 'canonicalize'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Operation } from '#domain/fraud/history.ts'
import { globalThresholdOf, thresholdOf } from '#domain/fraud/policy/decider.ts'
import type { Policy } from '#domain/fraud/policy/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { countTransactions, type ListedTransaction, listTransactions } from '#queries/fraud/list-transactions.ts'
import { loadPolicyAndLists } from '#services/fraud/policy-cache.ts'
import type { BatchService } from '#services/fraud/scoring.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'
import { Rejection } from '#values/errors.ts'
import { derivedUuid } from '#values/ids.ts'
import { createBatchCursors } from './batch-cursor.ts'
import { BATCH_MAX, type BatchBody, type BatchScoresResponse } from './batch-schemas.ts'
import { type BatchScore, computeScores } from './compute-scores.ts'
import { withoutRestricted } from './without-restricted.ts'

/** The read models lag by milliseconds. */
const READ_YOUR_WRITES_MS_MAX = 2_000
const RETRY_AFTER_S = 2
const RATE_DECIMALS = 4

type Response = z.input<typeof BatchScoresResponse>

/** Appends nothing. Throws INVALID_FILTER_PARAMS, INVALID_DATE_RANGE, FRAUD_002, FRAUD_003, FRAUD_006, NOT_FOUND. */
export async function scoreBatch(
  service: BatchService,
  client_id: string,
  { filters: requested, options, pagination }: BatchBody,
): Promise<Omit<Response, 'summary'> & { summary: Omit<Response['summary'], 'processing_time_ms'> }> {
  const { db, vault } = service
  const filters = withoutRepeats(requested)
  assertBatchSize(filters, options.limit, pagination.page_size)
  assertDateRange(filters)
  const queryId = derivedUuid('fraud-batch', client_id, canonicalize({ filters, options }) ?? '')
  const cursors = createBatchCursors(vault, queryId)
  const position = pagination.cursor === undefined ? null : cursors.read(pagination.cursor)
  if (position === null) await assertKnownIds(service, client_id, filters)
  const returned = position?.returned ?? 0
  const size = Math.min(pagination.page_size, options.limit - returned)
  const [total, listed] = await Promise.all([
    position?.total ?? countTransactions(db, client_id, filters),
    listTransactions(db, client_id, filters, { after: position, limit: size + 1 }),
  ])
  const page = listed.slice(0, size)
  const visible = await withoutRestricted(service, client_id, page)
  const { policy } = await loadPolicyAndLists(service.execute, client_id)
  const scores = await computeScores(
    service,
    client_id,
    visible.filter(({ score }) => score === null),
  )
  const transactions = visible.map(one => {
    const score = one.score ?? scores.get(one.transaction_key)!
    return toResponse(one, score, thresholdFor(options, policy.policy, one), options.include_reasons)
  })
  const alerts = transactions.filter(({ is_alert }) => is_alert).length
  const last = page.at(-1)
  const has_more = listed.length > size && returned + size < options.limit
  return {
    summary: {
      ...{ total, returned: visible.length, alerts },
      alert_rate: visible.length === 0 ? 0 : Number((alerts / visible.length).toFixed(RATE_DECIMALS)),
      model_version: service.scoring.version(),
    },
    transactions,
    pagination: {
      next_cursor:
        has_more && last !== undefined ? cursors.write({ ...last, returned: returned + page.length, total }) : null,
      has_more,
      total_pages: Math.ceil(Math.min(total, options.limit) / pagination.page_size),
    },
  }
}

type Filters = BatchBody['filters']

/** Canonical order, so that equal queries have equal cursors. */
function withoutRepeats({ account_ids, transaction_ids, operation_types, ...rest }: Filters): Filters {
  const sorted = <T extends string>(texts: T[] | undefined) => texts && [...new Set(texts)].sort()
  return {
    ...rest,
    account_ids: sorted(account_ids),
    transaction_ids: sorted(transaction_ids),
    operation_types: sorted(operation_types),
  }
}

function assertBatchSize({ transaction_ids }: Filters, limit: number, page_size: number): void {
  const sizes = { 'filters.transaction_ids': transaction_ids?.length ?? 0, 'options.limit': limit }
  for (const [field, value] of Object.entries({ ...sizes, 'pagination.page_size': page_size }))
    if (value > BATCH_MAX)
      throw new Rejection('FRAUD_002', { field, reason: `must be at most ${BATCH_MAX}`, value, max: BATCH_MAX })
}

function assertDateRange({ date_from, date_to }: Filters): void {
  if (date_from === undefined || date_to === undefined || new Date(date_from) < new Date(date_to)) return
  const reason = 'must be before date_to'
  throw new Rejection('INVALID_DATE_RANGE', { field: 'filters.date_from', reason, date_from, date_to })
}

/** Waits for the caller's own writes through any process; ids that are unknown then do not exist. */
async function assertKnownIds(service: BatchService, client_id: string, filters: Filters): Promise<void> {
  const [isAll] = await Promise.all([
    waitForCheckpoint(service, fraudTransactions, READ_YOUR_WRITES_MS_MAX),
    waitForCheckpoint(service, velocityAggregates, READ_YOUR_WRITES_MS_MAX),
  ])
  const { users, accounts, transactions } = await findUnknownIds(service.db, client_id, filters)
  if (users.length + accounts.length + transactions.length === 0) return
  if (!isAll) {
    const reason = 'the list of transactions lags and may not contain all of them yet'
    throw new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
  }
  const reason = 'names unknown ids'
  const [user] = users
  if (user !== undefined) throw new Rejection('NOT_FOUND', { field: 'filters.user_id', reason, value: user })
  if (accounts.length > 0)
    throw new Rejection('NOT_FOUND', { field: 'filters.account_ids', reason, account_ids: accounts })
  throw new Rejection('FRAUD_003', { field: 'filters.transaction_ids', reason, transaction_ids: transactions })
}

function thresholdFor(
  { alert_threshold, threshold_policy }: BatchBody['options'],
  policy: Policy,
  { operation, category, score }: ListedTransaction,
): number | null {
  if (alert_threshold !== undefined) return alert_threshold
  if (threshold_policy === 'global') return globalThresholdOf(policy)
  if (threshold_policy === undefined && score !== null) return null
  return thresholdOf(policy, { operation: operation as Operation, category })
}

function toResponse(
  { transaction_id, score: recorded }: ListedTransaction,
  { score, level, risk_factors, is_allowed }: BatchScore,
  threshold: number | null,
  include_reasons: boolean,
): Response['transactions'][number] {
  const threshold_applied = threshold ?? recorded!.threshold
  return {
    ...{ transaction_id, fraud_score: score, fraud_level: level },
    is_alert: score >= threshold_applied && !is_allowed,
    threshold_applied,
    risk_factors: include_reasons ? risk_factors : [],
  }
}

const Text = z.object({ text: z.string() })

async function findUnknownIds(
  db: Database,
  client_id: string,
  { user_id, account_ids = [], transaction_ids = [] }: Filters,
): Promise<{ users: readonly string[]; accounts: readonly string[]; transactions: readonly string[] }> {
  const missing = (column: 'user_id' | 'account_id', names: readonly string[]) =>
    names.length === 0
      ? []
      : db.anyFirst(sql.type(Text)`
          select text from unnest(${sql.array([...names], 'text')}) as asked (text)
          where not exists (
            select 1 from read.fraud_transactions where client_id = ${client_id} and ${sql.identifier([column])} = text)`)
  const ids = new Map(transaction_ids.map(id => [transactionStreams.id(client_id, id), id]))
  const known = () =>
    db.anyFirst(sql.type(Text)`
      select transaction_key::text as text from read.fraud_transactions
      where client_id = ${client_id} and transaction_key = any(${sql.array([...ids.keys()], 'uuid')})`)
  const [users, accounts, found] = await rejectIfUnbuilt(
    Promise.all([
      missing('user_id', user_id === undefined ? [] : [user_id]),
      missing('account_id', account_ids),
      ids.size === 0 ? [] : known(),
    ]),
  )
  for (const key of found) ids.delete(key)
  return { users, accounts, transactions: [...ids.values()] }
}
