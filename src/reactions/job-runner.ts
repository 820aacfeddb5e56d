import type { Logger } from 'pino'
import type { Database } from '#edge/postgres/pool.ts'
import { type ClaimedJob, createJobStore } from './job-store.ts'

/** The next run in `inMs`, after so many `attempts`; or done. */
export type JobOutcome = { inMs: number; attempts: number } | { done: true }

/** A rejection is an outage or a bug: the job runs again later. */
export type JobHandler = (claim: ClaimedJob) => Promise<JobOutcome>

export type JobRunner = ReturnType<typeof startJobRunner>

export type JobRunnerOptions = {
  db: Database
  queue: string
  log: Logger
  handler: JobHandler
  concurrency?: number | undefined
  onFailure?(): void
}

/** Each job holds a gRPC or network call; more would only wait there. */
const CONCURRENCY = 64
/** Jobs of a killed process continue after this; a running process renews three times within it. */
const LEASE_MS = 3_000
/** Finds jobs of other processes and expired leases. */
const POLL_MS = 1_000
/** Minimum between claims, so that a steady flow is claimed in batches. */
const CLAIM_GAP_MS = 15
/** Free slots that make a claim worth its round trip while jobs wait. */
const CLAIM_MIN = 16
const FAILURE_GAP_MS_MIN = 500
const FAILURE_GAP_MS_MAX = 30_000

export function startJobRunner(options: JobRunnerOptions) {
  const { db, queue, log, handler, concurrency = CONCURRENCY } = options
  const store = createJobStore(db, queue, wake)
  const held = new Set<ClaimedJob>()
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  /** By the monotonic clock. */
  let wakeAt = Number.POSITIVE_INFINITY
  let claiming: Promise<void> | undefined
  let claimedAt = Number.NEGATIVE_INFINITY
  let backlog = false
  let claimedLast = 0
  let stopping = false

  function wake(inMs: number) {
    const at = performance.now() + inMs
    if (stopping || at >= wakeAt) return
    wakeAt = at
    clearTimeout(timer)
    const gapMs = claimedAt + CLAIM_GAP_MS - performance.now()
    // Rounded up: a timer that fires early would find nothing and wait for the next poll.
    timer = setTimeout(startClaim, Math.ceil(Math.min(Math.max(inMs, gapMs, 0), POLL_MS)))
  }

  function startClaim() {
    // `wakeAt` keeps a wake-up during a claim.
    if (stopping || claiming !== undefined) return
    wakeAt = Number.POSITIVE_INFINITY
    claimedAt = performance.now()
    claiming = claim()
      .catch(error => log.error({ queue, err: error }, 'jobs not claimed'))
      .then(() => {
        claiming = undefined
        const inMs = Math.min(wakeAt - performance.now(), POLL_MS)
        wakeAt = Number.POSITIVE_INFINITY
        wake(inMs)
      })
  }

  async function claim() {
    const free = concurrency - held.size
    if (free > 0) {
      const claims = await store.claim(free, LEASE_MS)
      backlog = claims.length === free
      claimedLast = claims.length
      for (const claimed of claims) begin(claimed)
    }
    if (backlog || stopping) return
    const inMs = await store.nextDueInMs()
    if (inMs !== null) wake(inMs)
  }

  function begin(claimed: ClaimedJob) {
    held.add(claimed)
    const running = run(claimed).finally(() => {
      held.delete(claimed)
      underWay.delete(running)
      // Long jobs may hold all other slots, so no more than those of the last claim can become free.
      if (backlog && concurrency - held.size >= Math.min(CLAIM_MIN, claimedLast)) wake(0)
    })
    underWay.add(running)
  }

  async function run(claimed: ClaimedJob) {
    try {
      const outcome = await handler(claimed).catch(error => failed(claimed, error))
      const { inMs, attempts, failures } = { inMs: null, attempts: 0, failures: 0, ...outcome }
      await store.settle({ claim: claimed, inMs, attempts, failures })
      if (inMs !== null) wake(inMs)
    } catch (error) {
      // The lease expires and the job runs again, which is harmless.
      log.error({ queue, id: claimed.id, err: error }, 'outcome of a job not stored')
    }
  }

  function failed({ id, attempts, failures }: ClaimedJob, error: unknown) {
    log.warn({ queue, id, failures, err: error }, 'job failed; it will run again')
    options.onFailure?.()
    const gap = Math.min(FAILURE_GAP_MS_MIN * 2 ** failures, FAILURE_GAP_MS_MAX)
    return { inMs: gap, attempts, failures: failures + 1 }
  }

  const renewing = setInterval(() => {
    if (held.size === 0) return
    store.renew([...held], LEASE_MS).catch(error => log.warn({ queue, err: error }, 'leases of jobs not renewed'))
  }, LEASE_MS / 3)

  startClaim()

  return {
    /** Announces a stored job that is due in `inMs`. Unannounced jobs are found within a second. */
    wake,
    /** Claims no more jobs; resolves when the running ones have ended. */
    async stop(): Promise<void> {
      stopping = true
      clearTimeout(timer)
      await claiming
      await Promise.allSettled(underWay)
      clearInterval(renewing)
    },
  }
}
