import type { Recorded } from '#decider.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import type { ProfileEvent } from '#domain/fraud/profile/events.ts'
import type { Service } from '#service.ts'

export type ScoredEvent = Recorded<Extract<ProfileEvent, { type: 'TransactionScored' }>>

/** What a transaction was scored, however long ago, in the profile with this id; null when it never was. */
export async function scoreOf(
  { execute, store }: Pick<Service, 'execute' | 'store'>,
  profile: string,
  transactionId: string,
): Promise<ScoredEvent | null> {
  const { state } = await execute.load(profiles, profile)
  const known = state.known.get(transactionId)
  if (known !== undefined && known.scoredAt === null) return null
  const isIt = (event: Recorded): event is ScoredEvent =>
    event.type === 'TransactionScored' && Reflect.get(event.data, 'transaction_id') === transactionId
  const [found] = await store.readTail(profiles.stream(profile), isIt)
  return found !== undefined && isIt(found) ? found : null
}
