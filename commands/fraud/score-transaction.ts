import { recordTransactions, type TransactionInput } from '#commands/transactions/record-transactions.ts'
import { assess } from '#domain/fraud/assess.ts'
import { featureVariants, isSpike } from '#domain/fraud/features.ts'
import { type Entry, isTooOld, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import {
  entryOf,
  historyBefore,
  type ProfileCommand,
  type ProfileState,
  profiles,
} from '#domain/fraud/profile/decider.ts'
import type { ScoredData } from '#domain/fraud/profile/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { findScore, isScoredSince } from '#services/fraud/find-score.ts'
import { loadPolicyFor } from '#services/fraud/policy-cache.ts'
import { toProfileTransaction } from '#services/fraud/profile-transaction.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import { toMinor } from '#values/money.ts'
import { CLOCK_SKEW_MS_MAX } from './ingest-transaction.ts'

/** Requests for one user run one after another; the HTTP response is due after 5 s. */
const RETRY_BUDGET_MS = 4_500

export const scoreTransactionErrors = ['CONFLICT', 'FRAUD_004', 'FRAUD_006'] as const satisfies readonly ErrorCode[]

export type Scored = { scored: ScoredData; replayed: boolean }

/** A repeated transaction returns its recorded score. Throws FRAUD_001, and SERVICE_UNAVAILABLE. */
export async function scoreTransaction(
  service: FraudService,
  context: Context,
  input: TransactionInput,
): Promise<Scored> {
  const amount_minor = assertScorable(input, context.now)
  const { client_id } = context.actor
  const { user_id, transaction_id } = input
  const ref = { client_id, user_id, transaction_id }
  const id = profiles.id(client_id, user_id)
  const at = Date.parse(input.timestamp)
  // Only a transaction that is old by the clock can have left the windows of its user already.
  const isOld = at <= context.now.getTime() + CLOCK_SKEW_MS_MAX - WINDOW_MS_MAX
  const seen = isOld ? (await service.execute.load(profiles, id)).revision : null
  const fields = toProfileTransaction(service.vault, client_id, { ...input, amount_minor })
  const { merchant, device, account } = fields
  // While the transaction is recorded, and outside the retry loop: neither depends on what the user does.
  const loading = Promise.all([
    loadPolicyFor(service, client_id, input, context.now),
    service.findAggregates({ ...ref, merchant, device, account, at }),
  ])
  loading.catch(() => undefined)
  const { duplicates } = await recordTransactions(service, context, [input]).catch(rethrowUnderTransaction)
  if (duplicates > 0) {
    const before = await findScore(service, id, transaction_id, at)
    if (before !== null) return { scored: before.data, replayed: true }
  }
  const [{ entries, policy }, { aggregates, as_of }] = await loading
  const score = async (state: ProfileState): Promise<ProfileCommand> => {
    const mayBeForgotten = seen !== null && !state.known.has(transaction_id) && isTooOld(state.history, at)
    // A transaction that is too old is not ingested, so this command has no event.
    if (mayBeForgotten && (await isScoredSince(service, id, transaction_id, seen)))
      return { type: 'enter', ref, transaction: { ...fields, is_spike: false } }
    const history = historyBefore(state, transaction_id)
    const unspiked = entryOf({ ...fields, is_spike: false })
    const entry: Entry = { ...unspiked, isSpike: isSpike(history, unspiked.at, unspiked.base) }
    const scores = await service.scoring.predict(featureVariants(entry, history, aggregates))
    return {
      type: 'score',
      ref,
      transaction: { ...fields, is_spike: entry.isSpike },
      score: assess({ entry, history, aggregates, asOf: as_of, scores, entries, policy }),
    }
  }
  const own = { ...context, command_id: `${context.command_id}:score` }
  const { events } = await service.execute.run(profiles, id, score, own, { retryBudgetMs: RETRY_BUDGET_MS })
  const [event] = events
  if (event?.type === 'TransactionScored') return { scored: event.data, replayed: false }
  const rival = await findScore(service, id, transaction_id, at)
  if (rival === null) throw new Error(`the score in ${profiles.stream(id)} is missing`)
  return { scored: rival.data, replayed: true }
}

function assertScorable({ amount, currency, timestamp }: TransactionInput, now: Date): number {
  const minor = toMinor(amount, currency)
  if (typeof minor === 'object') throw fieldRejection('FRAUD_001', [{ ...minor, field: `transaction.${minor.field}` }])
  if (Date.parse(timestamp) > now.getTime() + CLOCK_SKEW_MS_MAX)
    throw fieldRejection('FRAUD_001', [
      {
        field: 'transaction.timestamp',
        reason: `must not be more than ${CLOCK_SKEW_MS_MAX / 60_000} minutes in the future`,
      },
    ])
  return minor
}

function rethrowUnderTransaction(error: unknown): never {
  if (!(error instanceof Rejection) || error.code !== 'CONFLICT') throw error
  const { fields, field, ...details } = error.details
  const named = Array.isArray(fields) ? fields.map(each => ({ ...each, field: `transaction.${each.field}` })) : []
  throw new Rejection('CONFLICT', { ...details, field: `transaction.${field}`, fields: named }, { cause: error })
}
