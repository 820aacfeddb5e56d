import type { AlertCommand } from '#domain/fraud/alerts/decider.ts'
import { assess } from '#domain/fraud/assess.ts'
import { featureVariants, type VelocityAggregates } from '#domain/fraud/features.ts'
import { type History, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { policies } from '#domain/fraud/policy/decider.ts'
import { entryOf } from '#domain/fraud/profile/decider.ts'
import type { ProfileEvent } from '#domain/fraud/profile/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { ScoredEvent } from '#services/fraud/find-score.ts'
import type { FraudService } from '#services/fraud/scoring.ts'

type Assessed = Omit<(AlertCommand & { type: 'rescore' })['assessed'], 'cause'>

/**
 * The score of a transaction by today's knowledge, model and policy; its windows still end with its own time, and its
 * lists are those of the first score. Null while the model that scored it first is unavailable.
 *
 * @param profile events of its user's profile, from 30 days before the transaction on.
 */
export async function recomputeScore(
  { execute, scoring, findAggregates }: Pick<FraudService, 'execute' | 'scoring' | 'findAggregates'>,
  scored: ScoredEvent,
  profile: readonly Recorded<ProfileEvent>[],
): Promise<Assessed | null> {
  const { data } = scored
  const { client_id, user_id, transaction_id, transaction } = data
  const entry = entryOf(transaction)
  const { merchant, device, account } = transaction
  const params = { client_id, user_id, transaction_id, merchant, device, account, at: entry.at }
  const { aggregates, asOf } = await findCurrentAggregates(findAggregates, params, data.features.as_of)
  const history = historyOf(profile, scored, entry.at)
  const scores = await scoring.predict(featureVariants(entry, history, aggregates))
  // A score by rules alone would be lower for a reason that is not the transaction's.
  if (scores.model === null && data.model !== null) return null
  const { state: policy } = await execute.load(policies, policies.id(client_id))
  const entries = data.lists
  const found = assess({ entry, history, aggregates, asOf, scores, entries, policy })
  const { score, level, recommendation, risk_factors, model_version } = found
  return { score, level, recommendation, risk_factors, model_version }
}

/** Entries of the first score are cut by the newest time of then, so a late transaction's window stays cut. */
function historyOf(profile: readonly Recorded<ProfileEvent>[], { data, revision }: ScoredEvent, at: number): History {
  const ingested = profile.filter(event => event.type === 'TransactionEntered' || event.data.has_entered)
  const others = ingested.filter(other => other.data.transaction_id !== data.transaction_id)
  const newest = Date.parse(data.totals.newest ?? data.transaction.timestamp)
  const entries = others
    .map(other => ({ entry: entryOf(other.data.transaction), isLater: other.revision > revision }))
    .filter(({ entry, isLater }) => entry.at <= at && entry.at > (isLater ? at : newest) - WINDOW_MS_MAX)
    .map(({ entry }) => entry)
    .sort((a, b) => a.at - b.at)
  const { first } = profile.at(-1)?.data.totals ?? data.totals
  return {
    entries,
    count: data.totals.count - (others.length < ingested.length ? 1 : 0),
    first: first === null ? null : Date.parse(first),
  }
}

type Params = Parameters<FraudService['findAggregates']>[0]

/**
 * Aggregates as of the transaction's time, plus the frauds reported since, as of the newest report: the clock would
 * make a replay of history differ. Reports more than 30 days after the transaction no longer count.
 */
async function findCurrentAggregates(
  findAggregates: FraudService['findAggregates'],
  params: Params,
  position: string | null,
): Promise<{ aggregates: VelocityAggregates; asOf: string | null }> {
  const { at } = params
  const since = (until: number) => ({ ...params, since: { until, position } })
  const [then, after] = await Promise.all([findAggregates(params), findAggregates(since(at + WINDOW_MS_MAX))])
  const newest = Math.max(at, ...lastReports(after.aggregates).filter(last => last !== null))
  if (newest === at) return { aggregates: then.aggregates, asOf: then.as_of }
  const { aggregates, as_of } = await findAggregates(since(newest))
  const shiftLast = <T extends { last: number | null }>(known: T): T => ({
    ...known,
    last: known.last === null ? null : known.last - (newest - at),
  })
  const { merchant } = then.aggregates
  const updated = aggregates.merchant
  return {
    asOf: as_of,
    aggregates: {
      deviceUsers: then.aggregates.deviceUsers,
      known: shiftLast(aggregates.known),
      merchant: merchant && updated && { ...merchant, delayed: updated.delayed, known: shiftLast(updated.known) },
      others: {
        ...then.aggregates.others,
        deviceFrauds: shiftLast(aggregates.others.deviceFrauds),
        accountFrauds: shiftLast(aggregates.others.accountFrauds),
      },
    },
  }
}

function lastReports({ merchant, known, others }: VelocityAggregates): (number | null)[] {
  return [merchant?.known.last ?? null, known.last, others.deviceFrauds.last, others.accountFrauds.last]
}
