import { AHEAD_MS_MAX, enterTransaction } from '#commands/fraud/enter-transaction.ts'
import { gather } from '#concurrency/batcher.ts'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import { KEPT_MS } from '#domain/fraud/history.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { type TransactionRecordedData, transactionStreams } from '#domain/transactions/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { standingOf } from '#privacy/access-status.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { listUnentered } from '#queries/fraud/list-unentered.ts'
import type { StepOutcome } from '#reactions/due-runner.ts'
import { type Arming, type Claimed, causeOf } from '#reactions/due-work.ts'
import type { Reaction, Struck } from '#reactions/reaction.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { untilFollowed } from '#subscription/until-followed.ts'

export const ENTERING_QUEUE = 'fraud-entering'

/**
 * A score that records its transaction enters it too, and has 5 s for that: one that entered before its score would be counted by the scores of
 * others that come first, and two answers would have the same count.
 */
const SCORED_BY_MS = 6_000
/** Nearly all are scored by then, and leave nothing to be done. */
const REST_MS = 1_000
/** A transaction of years ahead is looked at now and then, by a clock that may have been set since. */
const AHEAD_AGAIN_MS_MAX = 86_400_000
/** The list of transactions follows within milliseconds; a place is not kept for what waits for longer. */
const FOLLOWED_MS_MAX = 1_000
const AGAIN_MS = 1_000
/** So many enter in one step, which a process that ends waits for. */
const TOGETHER = 64
/** What is recorded so much later was not in the same request, and waits for nobody: a score of it may be under way. */
const LATER_MS_MAX = 5_000
/** More than there are under way. */
const CLAIMS_MAX = 64

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

/**
 * The step of the queue. A user's transactions enter in the order of their own times: one that is 30 days newer would leave those before it without
 * a window, and a request may name the newest first.
 */
export function createEntering(service: Service) {
  const { name: follower, prefixes } = fraudTransactions
  const runExclusive = createKeyedMutex()
  const isListed = gather(async (asked: null[]) => {
    const isFollowed = await untilFollowed(service, { follower, prefixes, msMax: FOLLOWED_MS_MAX })
    return asked.map(() => isFollowed)
  }, CLAIMS_MAX)

  async function enter(claim: Claimed, own: TransactionRecordedData, profile: string): Promise<StepOutcome> {
    const { history, known } = (await service.execute.load(profiles, profile)).state
    if (known.has(own.transaction_id)) return { done: true }
    const contextFor = (clientId: string) => systemContext('fraud-entering', clientId, claim, service.now())
    const enterOne = (key: string) => enterTransaction(service, contextFor, key)
    // Whoever comes before it may be ahead too, and then there is nothing to be entered yet.
    const isAhead = Date.parse(own.timestamp) - service.now().getTime() > AHEAD_MS_MAX
    if (isAhead) return after(await enterOne(claim.id), claim)
    if (!(await isListed(null))) return { inMs: AGAIN_MS, asked: claim.asked }
    const newest = history.entries.at(-1)
    const before = await listUnentered(service.db, {
      profile,
      from: newest === undefined ? Number.MIN_SAFE_INTEGER : newest.at - KEPT_MS,
      before: { at: Date.parse(own.timestamp), transaction_key: claim.id },
      laterMs: LATER_MS_MAX,
      limit: TOGETHER,
    })
    const restMs = Math.max(...before.map(({ recorded_at }) => recorded_at)) + SCORED_BY_MS - service.now().getTime()
    if (restMs > 0) return { inMs: restMs, asked: claim.asked }
    let refused = 0
    for (const { transaction_key } of before) {
      // One that can't enter has a row of its own, which tells why.
      if (await mayEnter(own, transaction_key)) await enterOne(transaction_key).catch(() => (refused += 1))
      else refused += 1
    }
    if (before.length === TOGETHER && refused === 0) return { inMs: 0, asked: claim.asked }
    return after(await enterOne(claim.id), claim)
  }

  /** Nothing new is recorded of somebody whose erasure was asked for, and nothing of somebody who was erased since: nobody would erase it. */
  async function mayEnter(whose: TransactionRecordedData, key: string): Promise<boolean> {
    return (await standingOf(service, whose, transactionStreams.stream(key))) === 'free'
  }

  return async function step(claim: Claimed): Promise<StepOutcome> {
    const { recorded } = (await service.execute.load(transactions, claim.id)).state
    if (recorded === null || !(await mayEnter(recorded, claim.id))) return { done: true }
    const profile = profileStreams.id(recorded.client_id, recorded.user_id)
    return runExclusive(profile, () => enter(claim, recorded, profile))
  }
}

function after(aheadMs: number | null, { asked }: Claimed): StepOutcome {
  return aheadMs === null ? { done: true } : { inMs: Math.min(aheadMs, AHEAD_AGAIN_MS_MAX), asked }
}
