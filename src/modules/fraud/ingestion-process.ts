import { sql } from 'slonik'
import type { z } from 'zod'
import { CLOCK_SKEW_MS_MAX, ingestTransaction } from '#commands/fraud/ingest-transaction.ts'
import { createBatcher } from '#concurrency/batcher.ts'
import { createKeyedMutex } from '#concurrency/keyed-mutex.ts'
import { WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { type TransactionRecordedData, transactionStreams } from '#domain/transactions/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import { fraudTransactions, TransactionRow } from '#projections/fraud/transactions.ts'
import type { JobHandler, JobOutcome } from '#reactions/job-runner.ts'
import type { ClaimedJob } from '#reactions/job-store.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { waitForCheckpoint } from '#subscription/wait-for-checkpoint.ts'

/**
 * A real-time score ingests its transaction and has 5 s for it. If ingestion came first, scores of others would count
 * the transaction before it is scored, and two would have the same count.
 */
const SCORING_MS_MAX = 6_000
/** For transactions years ahead: the clock may be corrected. */
const FUTURE_RECHECK_MS_MAX = 86_400_000
/** The read model lags by milliseconds; longer waits must not occupy the queue. */
const CATCH_UP_MS_MAX = 1_000
const RETRY_MS = 1_000
/** Per job, which a shutdown waits for. */
const BATCH_MAX = 64
/** Recorded later, a transaction came in another request, and its score may be in progress. */
const SAME_REQUEST_MS_MAX = 5_000
const CLAIMS_MAX = 64
const CONCURRENCY = 8
/** The first start ingests the whole log, about 300 per second and instance, and must not make instances unready. */
const LAG_MS_MAX = 86_400_000

/** No overdue check, because no read model shows the missing transactions. */
export const ingestionProcess: Process<Service> = {
  queue: 'fraud-entering',
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    if (!transactionStreams.has(event) || event.type !== 'TransactionRecorded') return []
    return [{ id: transactionStreams.idOf(event), dueInMs: SCORING_MS_MAX }]
  },

  cancel(event) {
    if (!profileStreams.has(event)) return []
    const { client_id, transaction_id } = profileStreams.parse(event).data
    return [{ id: transactionStreams.id(client_id, transaction_id) }]
  },

  handler: createIngestion,
}

/** By the transactions' own times: one 30 days newer would leave earlier ones outside every window. */
function createIngestion(service: Service): JobHandler {
  const runExclusive = createKeyedMutex()
  const isListed = createBatcher(async (requests: null[]) => {
    const isCaughtUp = await waitForCheckpoint(service, fraudTransactions, CATCH_UP_MS_MAX)
    return requests.map(() => isCaughtUp)
  }, CLAIMS_MAX)

  async function ingest(claim: ClaimedJob, own: TransactionRecordedData, profile: string): Promise<JobOutcome> {
    const { history, known } = (await service.execute.load(profiles, profile)).state
    if (known.has(own.transaction_id)) return { done: true }
    const contextFor = (clientId: string) => systemContext('fraud-entering', clientId, claim, service.now())
    const ingestOne = (key: string) => ingestTransaction(service, contextFor, key)
    // Earlier transactions may be in the future too, with nothing to ingest yet.
    const isAhead = Date.parse(own.timestamp) - service.now().getTime() > CLOCK_SKEW_MS_MAX
    if (isAhead) return outcomeAfter(await ingestOne(claim.id), claim)
    if (!(await isListed(null))) return { inMs: RETRY_MS, attempts: claim.attempts }
    const newest = history.entries.at(-1)
    const before = await listPendingIngestion(service.db, {
      profile,
      from: newest === undefined ? Number.MIN_SAFE_INTEGER : newest.at - WINDOW_MS_MAX,
      before: { at: Date.parse(own.timestamp), transaction_key: claim.id },
      recordedWithinMs: SAME_REQUEST_MS_MAX,
      limit: BATCH_MAX,
    })
    const waitMs = Math.max(...before.map(({ recorded_at }) => recorded_at)) + SCORING_MS_MAX - service.now().getTime()
    if (waitMs > 0) return { inMs: waitMs, attempts: claim.attempts }
    let skipped = 0
    for (const { transaction_key } of before) {
      // A transaction that fails has its own job, which shows the error.
      if (await canIngest(own, transaction_key)) await ingestOne(transaction_key).catch(() => (skipped += 1))
      else skipped += 1
    }
    if (before.length === BATCH_MAX && skipped === 0) return { inMs: 0, attempts: claim.attempts }
    return outcomeAfter(await ingestOne(claim.id), claim)
  }

  /** Nothing is recorded about a person under erasure, or erased since: no later erasure would remove it. */
  async function canIngest(recorded: TransactionRecordedData, key: string): Promise<boolean> {
    return (await getAccessStatus(service, recorded, transactionStreams.stream(key))) === 'free'
  }

  return async claim => {
    const { recorded } = (await service.execute.load(transactions, claim.id)).state
    if (recorded === null || !(await canIngest(recorded, claim.id))) return { done: true }
    const profile = profileStreams.id(recorded.client_id, recorded.user_id)
    return runExclusive(profile, () => ingest(claim, recorded, profile))
  }
}

function outcomeAfter(aheadMs: number | null, { attempts }: ClaimedJob): JobOutcome {
  return aheadMs === null ? { done: true } : { inMs: Math.min(aheadMs, FUTURE_RECHECK_MS_MAX), attempts }
}

const PendingRow = TransactionRow.pick({ transaction_key: true, recorded_at: true })

/** Those after `from` (milliseconds) and before a transaction, recorded at most `recordedWithinMs` after it. */
type PendingParams = {
  profile: string
  from: number
  before: { at: number; transaction_key: string }
  recordedWithinMs: number
  limit: number
}

async function listPendingIngestion(
  db: Database,
  { profile, from, before: { at, transaction_key }, recordedWithinMs, limit }: PendingParams,
): Promise<readonly z.infer<typeof PendingRow>[]> {
  return rejectIfUnbuilt(
    db.any(sql.type(PendingRow)`
      select transaction_key, recorded_at from read.fraud_transactions
      where profile = ${profile}::uuid and not is_entered and at > ${from}::bigint
        and (at, transaction_key) < (${at}::bigint, ${transaction_key}::uuid)
        and recorded_at <= ${recordedWithinMs}::bigint + (
          select recorded_at from read.fraud_transactions where transaction_key = ${transaction_key}::uuid)
      order by at, transaction_key limit ${limit}`),
  )
}
