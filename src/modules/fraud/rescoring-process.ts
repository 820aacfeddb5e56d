import { readAlertingScores } from '#commands/fraud/read-alerting-scores.ts'
import { rescoreAlerts } from '#commands/fraud/rescore-alerts.ts'
import { createBatcher } from '#concurrency/batcher.ts'
import { outcomeStreams } from '#domain/fraud/outcomes/events.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import type { JobOutcome } from '#reactions/job-runner.ts'
import { type ClaimedJob, scheduleJobs } from '#reactions/job-store.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { FraudService } from '#services/fraud/scoring.ts'
import { catchUpWith } from '#subscription/catch-up-with.ts'

/** Also the name of its subscription. */
const QUEUE = 'fraud-rescoring'

/** Most of a job's time is a wait for the read model, which jobs share. Then it reads two months of a user. */
const CONCURRENCY = 16
/** After an outage alerts have priority. */
const LAG_MS_MAX = 600_000
/** Groups what becomes known together, such as the outcomes of one request. */
const BATCH_DELAY_MS = 500
/** The read model lags by milliseconds; longer waits must not occupy the queue. */
const CATCH_UP_MS_MAX = 1_000
const RETRY_MS = 1_000
/** Backoff while an alert is not open yet: each attempt reads two months of its user. */
const RETRY_MS_MAX = 60_000

/** A refund's stream does not name the user, so a first job finds the profile. */
const REFUND_ID_PREFIX = 'refund:'

/** A transaction in order is in no earlier window. No `cancel` and no overdue check: small changes are not recorded. */
export const rescoringProcess: Process<FraudService> = {
  queue: QUEUE,
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    const id = jobIdOf(event)
    return id === null ? [] : [{ id, dueInMs: BATCH_DELAY_MS }]
  },

  handler(service) {
    const isCaughtUp = createBatcher(async (requests: null[]) => {
      const result = await catchUpWith(service.db, QUEUE, velocityAggregates.name, CATCH_UP_MS_MAX)
      return requests.map(() => result)
    }, CONCURRENCY)

    return async claim => {
      if (!(await isCaughtUp(null))) return { inMs: RETRY_MS, attempts: claim.attempts }
      // Jobs of refunds, and of older versions (`outcomes:<profile>`), are forwarded to the job of the profile.
      if (claim.id.includes(':')) return forwardToProfile(service, claim)
      const contextFor = (clientId: string) => systemContext('fraud-rescoring', clientId, claim, service.now())
      const cause = claim.stream.startsWith(profileStreams.prefix) ? 'transactions' : 'outcomes'
      if (await rescoreAlerts(service, contextFor, claim.id, cause)) return { done: true }
      return { inMs: Math.min(RETRY_MS * 2 ** claim.attempts, RETRY_MS_MAX), attempts: claim.attempts + 1 }
    }
  },
}

/** One job per profile: of two parallel ones the slower might know less. */
function jobIdOf(event: Recorded<DomainEvent>): string | null {
  if (outcomeStreams.has(event)) {
    const { client_id, user_id } = outcomeStreams.parse(event).data
    return profileStreams.id(client_id, user_id)
  }
  if (profileStreams.has(event)) {
    const { type, data } = profileStreams.parse(event)
    const isIngested = type === 'TransactionEntered' || data.has_entered
    const { newest } = data.totals
    const isLate = newest !== null && Date.parse(data.transaction.timestamp) < Date.parse(newest)
    return isIngested && isLate ? profileStreams.idOf(event) : null
  }
  const { type, data } = refundStreams.parse(event)
  const isReport = type === 'RefundRequested' ? data.reason === 'confirmed_fraud' : WITHDRAWAL_TYPES.has(type)
  return isReport ? `${REFUND_ID_PREFIX}${refundStreams.idOf(event)}` : null
}

/** Events that may withdraw a refund's report; the aggregates know whether they did. */
const WITHDRAWAL_TYPES: ReadonlySet<string> = new Set(['RefundCancelled', 'RefundVoided'])

async function forwardToProfile(service: FraudService, claim: ClaimedJob): Promise<JobOutcome> {
  const { stream, correlation_id, causation_id } = claim
  const id = await findProfileId(service, claim)
  // Usually the user has no alert, and a later score knows the refund.
  if (id !== null && (await readAlertingScores(service, id)).alerting.length > 0)
    await scheduleJobs(service.db, [{ stream, correlation_id, causation_id, queue: QUEUE, id, dueInMs: 0 }])
  return { done: true }
}

async function findProfileId({ execute }: FraudService, { id }: ClaimedJob): Promise<string | null> {
  const subject = id.slice(id.indexOf(':') + 1)
  if (!id.startsWith(REFUND_ID_PREFIX)) return subject
  const { state: refund } = await execute.load(refunds, subject)
  if (!isRefund(refund) || refund.reason !== 'confirmed_fraud') return null
  const { client_id, transaction_id } = refund
  const { recorded } = (await execute.load(transactions, transactions.id(client_id, transaction_id))).state
  return recorded === null ? null : profileStreams.id(client_id, recorded.user_id)
}
