import type { Logger } from 'pino'
import type { Database } from '#edge/postgres/pool.ts'
import { type ClaimedJob, createJobStore } from './job-store.ts'

/** What is owed after a step: again after so many milliseconds, having asked so many times; or nothing. */
export type JobOutcome = { inMs: number; asked: number } | { done: true }

/** One step of one subject. A rejection is a broken dependency or a bug: the step is repeated later. */
export type JobHandler = (claim: ClaimedJob) => Promise<JobOutcome>

export type JobRunner = {
  /** Tells of work that was stored and is due in so many milliseconds. Untold work is found by itself, up to a second later. */
  wake(inMs: number): void
  /** Takes no more work; resolves when what is under way has ended. */
  stop(): Promise<void>
}

export type JobRunnerOptions = {
  db: Database
  queue: string
  log: Logger
  step: JobHandler
  /** Subjects under way at the same time in this process. */
  concurrency?: number
  onFailure?(): void
}

/** Each one holds a gRPC call or a call of the network; more only queue up there. */
const CONCURRENCY = 64
/** A killed process's work goes on after this; a living one renews three times in that time. */
const LEASE_MS = 3_000
/** Behind the wake-ups: work armed by other processes, and leases that ran out, are found within this. */
const POLL_MS = 1_000
/** Claims are at least this far apart, so that a steady stream of work is claimed in batches; what comes after a pause is claimed at once. */
const CLAIM_GAP_MS = 15
/** Free places that make a claim worth its round trip when more work is waiting than there are places. */
const CLAIM_MIN = 16
const FAILURE_GAP_MS_MIN = 500
const FAILURE_GAP_MS_MAX = 30_000

export function startJobRunner(options: JobRunnerOptions): JobRunner {
  const { db, queue, log, step } = options
  const concurrency = options.concurrency ?? CONCURRENCY
  const store = createJobStore(db, queue, wake)
  const held = new Set<ClaimedJob>()
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  /** By this process's own running time, which nobody sets. */
  let wakeAt = Number.POSITIVE_INFINITY
  let claiming: Promise<void> | undefined
  let claimedAt = Number.NEGATIVE_INFINITY
  let backlog = false
  /** Places that the last claim filled. */
  let claimedLast = 0
  let stopping = false

  function wake(inMs: number) {
    const at = performance.now() + inMs
    if (stopping || at >= wakeAt) return
    wakeAt = at
    clearTimeout(timer)
    const gapMs = claimedAt + CLAIM_GAP_MS - performance.now()
    // Timers drop fractions: woken too early it would find nothing, and wait for the next claim's time.
    timer = setTimeout(startClaim, Math.ceil(Math.min(Math.max(inMs, gapMs, 0), POLL_MS)))
  }

  function startClaim() {
    // A wake-up during a claim is remembered in wakeAt and taken up at its end.
    if (stopping || claiming !== undefined) return
    wakeAt = Number.POSITIVE_INFINITY
    claimedAt = performance.now()
    claiming = claim()
      .catch(error => log.error({ queue, err: error }, 'due work not claimed'))
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
      // Steps that take long may keep all others: as many places as the last claim filled are all there are then.
      if (backlog && concurrency - held.size >= Math.min(CLAIM_MIN, claimedLast)) wake(0)
    })
    underWay.add(running)
  }

  async function run(claimed: ClaimedJob) {
    try {
      const outcome = await step(claimed).catch(error => failed(claimed, error))
      const { inMs, asked, failures } = { inMs: null, asked: 0, failures: 0, ...outcome }
      await store.settle({ claim: claimed, inMs, asked, failures })
      if (inMs !== null) wake(inMs)
    } catch (error) {
      // The lease runs out and somebody repeats the step, which is harmless.
      log.error({ queue, id: claimed.id, err: error }, 'outcome of due work not stored')
    }
  }

  function failed({ id, asked, failures }: ClaimedJob, error: unknown) {
    log.warn({ queue, id, failures, err: error }, 'due work failed; it will be repeated')
    options.onFailure?.()
    const gap = Math.min(FAILURE_GAP_MS_MIN * 2 ** failures, FAILURE_GAP_MS_MAX)
    return { inMs: gap, asked, failures: failures + 1 }
  }

  const renewing = setInterval(() => {
    if (held.size === 0) return
    store.renew([...held], LEASE_MS).catch(error => log.warn({ queue, err: error }, 'leases of due work not renewed'))
  }, LEASE_MS / 3)

  startClaim()

  return {
    wake,
    async stop() {
      stopping = true
      clearTimeout(timer)
      await claiming
      await Promise.allSettled(underWay)
      clearInterval(renewing)
    },
  }
}
