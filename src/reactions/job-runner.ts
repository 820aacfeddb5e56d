import type { Logger } from 'pino'
import type { Database } from '#edge/postgres/pool.ts'
import { type ClaimedJob, createJobStore, type HeldJob, type ScheduledJob } from './job-store.ts'

/** The next run in `inMs`, after so many `attempts`; or done. */
export type JobOutcome = { inMs: number; attempts: number } | { done: true }

/** A rejection is an outage or a bug: the job runs again later. */
export type JobHandler = (claim: ClaimedJob) => Promise<JobOutcome>

export type JobRunner = ReturnType<typeof startJobRunner>

export type JobRunnerOptions = {
  db: Database
  log: Logger
  queues: readonly { name: string; handler: JobHandler; concurrency?: number | undefined }[]
  onFailure?(): void
}

/** Each job holds a gRPC or network call; more would only wait there. */
const CONCURRENCY = 64
/** Jobs of a killed process continue after this; a running process renews three times within it. */
const LEASE_MS = 3_000
/** Finds jobs of other processes and expired leases, in all queues at once. */
const POLL_MS = 1_000
/** Minimum between claims, so that a steady flow is claimed in batches; less while a queue has more than its slots. */
const CLAIM_GAP_MS = 50
const BACKLOG_GAP_MS = 15
/** Free slots that make a claim worth its round trip while jobs wait. */
const CLAIM_MIN = 16
const FAILURE_GAP_MS_MIN = 500
const FAILURE_GAP_MS_MAX = 30_000

/** Jobs are claimed and settled for all queues together; each queue has its own slots and due time. */
export function startJobRunner({ db, log, queues, onFailure }: JobRunnerOptions) {
  const store = createJobStore(db, wake)
  const states = new Map(queues.map(queue => [queue.name, createQueueState(queue)]))
  const underWay = new Set<Promise<void>>()
  let timer: NodeJS.Timeout | undefined
  /** All by the monotonic clock. */
  let timerAt = Number.POSITIVE_INFINITY
  let pollAt = Number.NEGATIVE_INFINITY
  let claimedAt = Number.NEGATIVE_INFINITY
  let claiming: Promise<void> | undefined
  let stopping = false

  /** Announces a stored job that is due in `dueInMs`. Unannounced jobs are found within a second. */
  function wake({ queue, dueInMs }: Pick<ScheduledJob, 'queue' | 'dueInMs'>) {
    const state = states.get(queue)
    const at = performance.now() + dueInMs
    if (state === undefined || at >= state.wakeAt) return
    state.wakeAt = at
    claimAt(at)
  }

  function claimAt(at: number) {
    // A wake-up during a claim is kept in `wakeAt`.
    if (stopping || claiming !== undefined || at >= timerAt) return
    timerAt = at
    clearTimeout(timer)
    // Rounded up: a claim that is early finds nothing.
    const hasBacklog = [...states.values()].some(({ hasBacklog }) => hasBacklog)
    const gapMs = hasBacklog ? BACKLOG_GAP_MS : CLAIM_GAP_MS
    const inMs = Math.max(at, claimedAt + gapMs) - performance.now()
    timer = setTimeout(startClaim, Math.ceil(Math.max(0, inMs)))
  }

  function startClaim() {
    // A timer may fire early.
    const now = Math.max(performance.now(), timerAt)
    timerAt = Number.POSITIVE_INFINITY
    claimedAt = performance.now()
    const isPoll = now >= pollAt
    if (isPoll) pollAt = claimedAt + POLL_MS
    const due = [...states.values()].filter(state => isPoll || state.wakeAt <= now)
    for (const state of due) state.wakeAt = Number.POSITIVE_INFINITY
    claiming = claim(due.filter(state => freeSlots(state) > 0))
      .catch(error => log.error({ err: error }, 'jobs not claimed'))
      .then(() => {
        claiming = undefined
        claimAt(Math.min(pollAt, ...Array.from(states.values(), ({ wakeAt }) => wakeAt)))
      })
  }

  async function claim(from: readonly QueueState[]) {
    if (from.length === 0) return
    const slots = new Map(from.map(state => [state.name, freeSlots(state)]))
    const claims = Array.from(slots, ([queue, slots]) => ({ queue, slots }))
    const { jobs, dueInMs } = await store.claim(claims, LEASE_MS)
    const claimed = Map.groupBy(jobs, ({ queue }) => queue)
    for (const state of from) {
      const ofQueue = claimed.get(state.name) ?? []
      state.claimedLast = ofQueue.length
      state.hasBacklog = ofQueue.length === slots.get(state.name)
      for (const job of ofQueue) begin(state, job)
      const inMs = dueInMs.get(state.name)
      if (inMs !== undefined && !state.hasBacklog) wake({ queue: state.name, dueInMs: inMs })
    }
  }

  function begin(state: QueueState, claimed: HeldJob) {
    state.held.add(claimed)
    const running = run(state, claimed).finally(() => {
      state.held.delete(claimed)
      underWay.delete(running)
      // Long jobs may hold all other slots, so no more than those of the last claim can become free.
      if (state.hasBacklog && freeSlots(state) >= Math.min(CLAIM_MIN, state.claimedLast))
        wake({ queue: state.name, dueInMs: 0 })
    })
    underWay.add(running)
  }

  async function run({ name: queue, handler }: QueueState, claimed: HeldJob) {
    try {
      const outcome = await handler(claimed).catch(error => failed(claimed, error))
      const { inMs, attempts, failures } = { inMs: null, attempts: 0, failures: 0, ...outcome }
      await store.settle({ claim: claimed, inMs, attempts, failures })
      if (inMs !== null) wake({ queue, dueInMs: inMs })
    } catch (error) {
      // The lease expires and the job runs again, which is harmless.
      log.error({ queue, id: claimed.id, err: error }, 'outcome of a job not stored')
    }
  }

  function failed({ queue, id, attempts, failures }: HeldJob, error: unknown) {
    log.warn({ queue, id, failures, err: error }, 'job failed; it will run again')
    onFailure?.()
    const gap = Math.min(FAILURE_GAP_MS_MIN * 2 ** failures, FAILURE_GAP_MS_MAX)
    return { inMs: gap, attempts, failures: failures + 1 }
  }

  const renewing = setInterval(() => {
    const held = Array.from(states.values(), state => [...state.held]).flat()
    if (held.length === 0) return
    store.renew(held, LEASE_MS).catch(error => log.warn({ err: error }, 'leases of jobs not renewed'))
  }, LEASE_MS / 3)

  startClaim()

  return {
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

function createQueueState({ name, handler, concurrency = CONCURRENCY }: JobRunnerOptions['queues'][number]) {
  const held = new Set<HeldJob>()
  return { name, handler, concurrency, held, wakeAt: Number.POSITIVE_INFINITY, hasBacklog: false, claimedLast: 0 }
}
type QueueState = ReturnType<typeof createQueueState>

const freeSlots = ({ concurrency, held }: QueueState) => concurrency - held.size
