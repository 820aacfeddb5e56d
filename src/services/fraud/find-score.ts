import { isTooOld } from '#domain/fraud/history.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import type { ProfileEvent } from '#domain/fraud/profile/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

export type ScoredEvent = Recorded<Extract<ProfileEvent, { type: 'TransactionScored' }>>

/** However old; null without a score. `profile`: the id of its stream. */
export async function findScore(
  { execute, store }: Pick<Service, 'execute' | 'store'>,
  profile: string,
  transactionId: string,
  at: number,
): Promise<ScoredEvent | null> {
  const { state } = await execute.load(profiles, profile)
  const known = state.known.get(transactionId)
  // The state knows all transactions in the windows; only older ones need a search.
  if (known === undefined ? !isTooOld(state.history, at) : known.scoredAt === null) return null
  const isMatch = isScoreOf(transactionId)
  const [found] = await store.readTail(profiles.stream(profile), isMatch)
  return found !== undefined && isMatch(found) ? found : null
}

export async function isScoredSince(
  { store }: Pick<Service, 'store'>,
  profile: string,
  transactionId: string,
  revision: number,
): Promise<boolean> {
  return (await store.read(profiles.stream(profile), revision + 1)).some(isScoreOf(transactionId))
}

function isScoreOf(transactionId: string) {
  return (event: Recorded): event is ScoredEvent =>
    event.type === 'TransactionScored' && Reflect.get(event.data, 'transaction_id') === transactionId
}
