import type { Recorded } from '#decider.ts'
import type { AlertCommand } from '#domain/fraud/alerts/decider.ts'
import { assess } from '#domain/fraud/assess.ts'
import { type Around, featuresOf } from '#domain/fraud/features.ts'
import { type History, KEPT_MS } from '#domain/fraud/history.ts'
import { policies } from '#domain/fraud/policy/decider.ts'
import { entryOf } from '#domain/fraud/profile/decider.ts'
import type { ProfileEvent } from '#domain/fraud/profile/events.ts'
import type { FraudService } from '#modules/fraud/scoring.ts'
import type { ScoredEvent } from './score-of.ts'

type Assessed = Omit<(AlertCommand & { type: 'rescore' })['assessed'], 'cause'>

/**
 * What a transaction would be scored by what is known now: with all that has entered its windows, which end with its own time, and by the model
 * and the policy of now. The lists are those of its score. Null while the model can't answer that made it.
 *
 * @param profile events of its user's profile, from 30 days before the transaction on.
 */
export async function scoreAnew(
  { execute, scoring, figures }: Pick<FraudService, 'execute' | 'scoring' | 'figures'>,
  { data }: ScoredEvent,
  profile: readonly Recorded<ProfileEvent>[],
): Promise<Assessed | null> {
  const { client_id, user_id, transaction_id, transaction } = data
  const entry = entryOf(transaction)
  const { merchant, device } = transaction
  const { around, asOf } = await knownNow(figures, {
    client_id,
    user_id,
    transaction_id,
    merchant,
    device,
    at: entry.at,
  })
  const history = historyOf(profile, data, entry.at)
  const features = featuresOf(entry, history, around)
  const said = await scoring.answer(features)
  // A score by rules alone would be lower for no reason of the transaction's.
  if (said.model === null && data.model !== null) return null
  const { state: policy } = await execute.load(policies, policies.id(client_id))
  const entries = data.lists
  const found = assess({ entry, history, around, asOf, features, said, entries, policy })
  const { score, level, recommendation, risk_factors, model_version } = found
  return { score, level, recommendation, risk_factors, model_version }
}

/** The user's other transactions of the 30 days that end with it, also those that came later. */
function historyOf(profile: readonly Recorded<ProfileEvent>[], own: ScoredEvent['data'], at: number): History {
  const entries = profile
    .filter(
      ({ type, data }) =>
        data.transaction_id !== own.transaction_id && (type !== 'TransactionScored' || data.has_entered),
    )
    .map(({ data }) => entryOf(data.transaction))
    .filter(entry => entry.at <= at && entry.at > at - KEPT_MS)
    .sort((a, b) => a.at - b.at)
  const { count, first } = profile.at(-1)?.data.totals ?? own.totals
  return { entries, count, first: first === null ? null : Date.parse(first) }
}

type Asked = Parameters<FraudService['figures']>[0]

/**
 * Counts across users as of the transaction's time, and what became known of frauds by the time of the newest report of one of its user or
 * merchant: as if it were made then. By the clock, a replay of history would say something else; what becomes known after 30 days more says
 * nothing of it any more.
 */
async function knownNow(
  figures: FraudService['figures'],
  asked: Asked & { at: number },
): Promise<{ around: Around; asOf: string | null }> {
  const { at } = asked
  const [then, after] = await Promise.all([figures(asked), figures({ ...asked, at: at + KEPT_MS })])
  const newest = Math.max(at, after.around.known.last ?? at, after.around.merchant?.known.last ?? at)
  const { around, as_of } = await figures({ ...asked, at: newest })
  const ago = (last: number | null) => (last === null ? null : last - (newest - at))
  const { merchant } = then.around
  const told = around.merchant
  return {
    asOf: as_of,
    around: {
      deviceUsers: then.around.deviceUsers,
      known: { n: around.known.n, last: ago(around.known.last) },
      merchant: merchant &&
        told && {
          ...merchant,
          delayed: told.delayed,
          known: { ...told.known, last: ago(told.known.last) },
        },
    },
  }
}
