import { AHEAD_MS_MAX, enterTransaction } from '#commands/fraud/enter-transaction.ts'
import { gather } from '#concurrency/batcher.ts'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import { KEPT_MS } from '#domain/fraud/history.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { type TransactionRecordedData, transactionStreams } from '#domain/transactions/events.ts'
import { standingOf } from '#privacy/access-status.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { listUnentered } from '#queries/fraud/list-unentered.ts'
import type { Step, StepOutcome } from '#reactions/due-runner.ts'
import type { Claimed } from '#reactions/due-work.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { untilFollowed } from '#subscription/until-followed.ts'

/**
 * A score that records its transaction enters it too, and has 5 s for that: one that entered before its score would be
 * counted by the scores of others that come first, and two answers would have the same count.
 */
const SCORED_BY_MS = 6_000
/** A transaction of years ahead is looked at now and then, by a clock that may have been set since. */
const AHEAD_AGAIN_MS_MAX = 86_400_000
/** The list of transactions follows within milliseconds; a place is not kept for what waits for longer. */
const FOLLOWED_MS_MAX = 1_000
const AGAIN_MS = 1_000
/** So many enter in one step, which a process that ends waits for. */
const TOGETHER = 64
/**
 * A transaction that is recorded so much later came in another request. It does not enter first: its score may be
 * under way.
 */
const LATER_MS_MAX = 5_000
/** More than there are under way. */
const CLAIMS_MAX = 64
/** A few cheap jobs, which leave the capacity to those that people wait for. */
const CONCURRENCY = 8
/**
 * At the first start every transaction in the log enters, some 300 a second and instance. No caller waits for that, and
 * it must not make instances unready. The metric shows much earlier that no transaction enters.
 */
const LAG_MS_MAX = 86_400_000

/**
 * Every recorded transaction counts in its user's windows, scored or not: one that was sent to POST /transactions, and
 * one whose instance was killed between recording it and its score. No read model shows which of them are missing.
 */
export const enteringProcess: Process<Service> = {
  queue: 'fraud-entering',
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    if (!transactionStreams.has(event) || event.type !== 'TransactionRecorded') return []
    return [{ id: transactionStreams.idOf(event), dueInMs: SCORED_BY_MS }]
  },

  cancel(event) {
    if (!profileStreams.has(event)) return []
    const { client_id, transaction_id } = profileStreams.parse(event).data
    return [{ id: transactionStreams.id(client_id, transaction_id) }]
  },

  handler: createEntering,
}

/**
 * A user's transactions enter in the order of their own times: one that is 30 days newer would leave those before it
 * without a window, and a request may name the newest first.
 */
function createEntering(service: Service): Step {
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
      // One that can't enter has a row of its own, which shows why.
      if (await mayEnter(own, transaction_key)) await enterOne(transaction_key).catch(() => (refused += 1))
      else refused += 1
    }
    if (before.length === TOGETHER && refused === 0) return { inMs: 0, asked: claim.asked }
    return after(await enterOne(claim.id), claim)
  }

  /**
   * Nothing new is recorded of somebody whose erasure was asked for, and nothing of somebody who was erased since:
   * nobody would erase it.
   */
  async function mayEnter(whose: TransactionRecordedData, key: string): Promise<boolean> {
    return (await standingOf(service, whose, transactionStreams.stream(key))) === 'free'
  }

  return async claim => {
    const { recorded } = (await service.execute.load(transactions, claim.id)).state
    if (recorded === null || !(await mayEnter(recorded, claim.id))) return { done: true }
    const profile = profileStreams.id(recorded.client_id, recorded.user_id)
    return runExclusive(profile, () => enter(claim, recorded, profile))
  }
}

function after(aheadMs: number | null, { asked }: Claimed): StepOutcome {
  return aheadMs === null ? { done: true } : { inMs: Math.min(aheadMs, AHEAD_AGAIN_MS_MAX), asked }
}
