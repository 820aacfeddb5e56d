import { enterTransaction } from '#commands/fraud/enter-transaction.ts'
import type { DomainEvent, Recorded } from '#decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Arming, type Claimed, causeOf } from '#reactions/due-work.ts'
import type { Reaction, Struck } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'

export const ENTERING_QUEUE = 'fraud-entering'

/**
 * A score that records its transaction enters it too, and has 5 s for that: one that entered before its score would be counted by the scores of
 * others that come first, and two answers would have the same count.
 */
const SCORED_BY_MS = 6_000
/** Nearly all are scored by then, and leave nothing to be done. */
const REST_MS = 1_000
/** A transaction of years ahead is looked at now and then, by a clock that may have been set since. */
const AGAIN_MS_MAX = 86_400_000

/**
 * Every transaction that is recorded counts in its user's windows, scored or not: what was sent to POST /transactions, and what a process left
 * half done that was killed between recording a transaction and its score.
 */
export const enterOnTransactionRecorded: Reaction = {
  name: 'fraud-entering',
  prefixes: [transactionStreams.prefix, profileStreams.prefix],
  restMs: REST_MS,
  due(event): Arming[] {
    if (!transactionStreams.has(event) || event.type !== 'TransactionRecorded') return []
    return [{ ...causeOf(event), queue: ENTERING_QUEUE, id: transactionStreams.idOf(event), dueInMs: SCORED_BY_MS }]
  },
  strikes(event): Struck[] {
    return profileStreams.has(event) ? [{ queue: ENTERING_QUEUE, id: transactionOf(event) }] : []
  },
}

function transactionOf(event: Recorded<DomainEvent>): string {
  const { client_id, transaction_id } = profileStreams.parse(event).data
  return transactionStreams.id(client_id, transaction_id)
}

/** The step of the queue. */
export function createEntering(service: Service) {
  return async function enter(claim: Claimed): Promise<StepOutcome> {
    const contextFor = (clientId: string) => systemContext('fraud-entering', clientId, claim, service.now())
    const aheadMs = await enterTransaction(service, contextFor, claim.id)
    return aheadMs === null ? { done: true } : { inMs: Math.min(aheadMs, AGAIN_MS_MAX), asked: claim.asked }
  }
}
