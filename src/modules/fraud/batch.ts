import canonicalize from 'canonicalize'
import pMap from 'p-map'
import type { z } from 'zod'
import type { Operation } from '#domain/fraud/history.ts'
import { globalThresholdOf, thresholdOf } from '#domain/fraud/policy/decider.ts'
import type { Policy } from '#domain/fraud/policy/events.ts'
import { isPersonRestricted } from '#privacy/access-status.ts'
import { fraudFigures } from '#projections/fraud/figures.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { countTransactions, type ListedTransaction, listTransactions } from '#queries/fraud/list-transactions.ts'
import { unknownNames } from '#queries/fraud/unknown-names.ts'
import type { BatchService } from '#services/fraud/scoring.ts'
import { termsOf } from '#services/fraud/terms-for.ts'
import { untilFollowed } from '#subscription/until-followed.ts'
import { Rejection } from '#values/errors.ts'
import { derivedUuid } from '#values/ids.ts'
import { batchCursors } from './batch-cursor.ts'
import { BATCH_MAX, type BatchBody, type BatchScores } from './batch-schemas.ts'
import { type BatchScore, scoresOf } from './batch-scores.ts'

/** How long a caller waits for what it has just recorded; the list is behind by milliseconds. */
const OWN_WRITES_MS_MAX = 2_000
const RETRY_AFTER_S = 2
const RATE_DECIMALS = 4
/** Users who are looked up at the same time. */
const PARALLEL = 32

type Answer = z.input<typeof BatchScores>

/**
 * A page of a client's transactions with their scores: recorded ones as they were recorded, others as they would have been scored at their time. It
 * appends nothing. Errors: INVALID_FILTER_PARAMS, INVALID_DATE_RANGE, FRAUD_002, FRAUD_003, FRAUD_006, NOT_FOUND.
 */
export async function scoreBatch(
  service: BatchService,
  client_id: string,
  { filters: said, options, pagination }: BatchBody,
): Promise<Omit<Answer, 'summary'> & { summary: Omit<Answer['summary'], 'processing_time_ms'> }> {
  const { db, vault } = service
  const filters = withoutRepeats(said)
  mustBeABatch(filters, options.limit, pagination.page_size)
  mustBeARange(filters)
  const question = derivedUuid('fraud-batch', client_id, canonicalize({ filters, options }) ?? '')
  const cursors = batchCursors(vault, question)
  const walked = pagination.cursor === undefined ? null : cursors.read(pagination.cursor)
  if (walked === null) await mustBeKnown(service, client_id, filters)
  const told = walked?.told ?? 0
  const size = Math.min(pagination.page_size, options.limit - told)
  const [total, listed] = await Promise.all([
    walked?.total ?? countTransactions(db, client_id, filters),
    listTransactions(db, client_id, filters, { after: walked, limit: size + 1 }),
  ])
  const page = listed.slice(0, size)
  const free = await withoutRestricted(service, client_id, page)
  const { policy } = await termsOf(service.execute, client_id)
  const scores = await scoresOf(
    service,
    client_id,
    free.filter(({ score }) => score === null),
  )
  const transactions = free.map(one => {
    const score = one.score ?? scores.get(one.transaction_key)!
    return shown(one, score, thresholdFor(options, policy.policy, one), options.include_reasons)
  })
  const alerts = transactions.filter(({ is_alert }) => is_alert).length
  const last = page.at(-1)
  const has_more = listed.length > size && told + size < options.limit
  return {
    summary: {
      ...{ total, returned: free.length, alerts },
      alert_rate: free.length === 0 ? 0 : Number((alerts / free.length).toFixed(RATE_DECIMALS)),
      model_version: service.scoring.version(),
    },
    transactions,
    pagination: {
      next_cursor: has_more && last !== undefined ? cursors.write({ ...last, told: told + page.length, total }) : null,
      has_more,
      total_pages: Math.ceil(Math.min(total, options.limit) / pagination.page_size),
    },
  }
}

/** The read model hides what was recorded before a restriction. This hides what was recorded after it. */
async function withoutRestricted(
  { execute }: BatchService,
  client_id: string,
  page: readonly ListedTransaction[],
): Promise<ListedTransaction[]> {
  const users = [...new Set(page.map(({ user_id }) => user_id))]
  const isRestricted = (user_id: string) => isPersonRestricted({ execute }, { client_id, user_id })
  const are = await pMap(users, isRestricted, { concurrency: PARALLEL })
  const restricted = new Set(users.filter((_, at) => are[at]))
  return page.filter(({ user_id }) => !restricted.has(user_id))
}

type Filters = BatchBody['filters']

/** In one order, so that the same question in other words is the same. */
function withoutRepeats({ account_ids, transaction_ids, operation_types, ...rest }: Filters): Filters {
  const sorted = <T extends string>(texts: T[] | undefined) => texts && [...new Set(texts)].sort()
  return {
    ...rest,
    account_ids: sorted(account_ids),
    transaction_ids: sorted(transaction_ids),
    operation_types: sorted(operation_types),
  }
}

function mustBeABatch({ transaction_ids }: Filters, limit: number, page_size: number): void {
  const sizes = { 'filters.transaction_ids': transaction_ids?.length ?? 0, 'options.limit': limit }
  for (const [field, value] of Object.entries({ ...sizes, 'pagination.page_size': page_size }))
    if (value > BATCH_MAX)
      throw new Rejection('FRAUD_002', { field, reason: `must be at most ${BATCH_MAX}`, value, max: BATCH_MAX })
}

function mustBeARange({ date_from, date_to }: Filters): void {
  if (date_from === undefined || date_to === undefined || new Date(date_from) < new Date(date_to)) return
  const reason = 'must be before date_to'
  throw new Rejection('INVALID_DATE_RANGE', { field: 'filters.date_from', reason, date_from, date_to })
}

/** What a caller was answered of its own, it finds and is scored by, whichever process answered; what it does not find then is not there. */
async function mustBeKnown(service: BatchService, client_id: string, filters: Filters): Promise<void> {
  const [isAll] = await Promise.all([untilShown(service, fraudTransactions), untilShown(service, fraudFigures)])
  const { users, accounts, transactions } = await unknownNames(service.db, client_id, filters)
  if (users.length + accounts.length + transactions.length === 0) return
  if (!isAll) {
    const reason = 'the list of transactions is behind, and does not know all of them yet'
    throw new Rejection('SERVICE_UNAVAILABLE', { reason }, { retryAfterS: RETRY_AFTER_S })
  }
  const reason = 'names nothing that is known'
  const [user] = users
  if (user !== undefined) throw new Rejection('NOT_FOUND', { field: 'filters.user_id', reason, value: user })
  if (accounts.length > 0)
    throw new Rejection('NOT_FOUND', { field: 'filters.account_ids', reason, account_ids: accounts })
  throw new Rejection('FRAUD_003', { field: 'filters.transaction_ids', reason, transaction_ids: transactions })
}

function untilShown(
  service: BatchService,
  { name: follower, prefixes }: typeof fraudTransactions | typeof fraudFigures,
) {
  return untilFollowed(service, { follower, prefixes, msMax: OWN_WRITES_MS_MAX })
}

/** What the request says; null = as it is recorded. */
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

function shown(
  { transaction_id, score: recorded }: ListedTransaction,
  { score, level, risk_factors, is_allowed }: BatchScore,
  threshold: number | null,
  include_reasons: boolean,
): Answer['transactions'][number] {
  const threshold_applied = threshold ?? recorded!.threshold
  return {
    ...{ transaction_id, fraud_score: score, fraud_level: level },
    is_alert: score >= threshold_applied && !is_allowed,
    threshold_applied,
    risk_factors: include_reasons ? risk_factors : [],
  }
}
