import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { isReadable, type LogEvent, type Position } from '#event-sourcing/event-store.ts'
import type { CheckpointWriter } from '#subscription/batch.ts'
import { CheckpointMoved, checkpointAfter, isAfter, moveCheckpoint, readCheckpoint } from '#subscription/checkpoint.ts'
import { writeAll } from '#subscription/group-commit.ts'
import { assertLease, type Lease, LeaseLost } from '#subscription/lease.ts'
import { assertSameLog } from '#subscription/log-identity.ts'
import type { LogSubscriptionDeps } from '#subscription/log-subscription.ts'
import { parkEvents, withParking } from '#subscription/parked-events.ts'
import { SUBSCRIPTION_AWAY_MS_MAX, subscribeWithLiveness } from '#subscription/subscribe-with-liveness.ts'
import {
  countScheduled,
  createHistoryReader,
  finishHistory,
  historyNameOf,
  lockHistory,
  stageJobs,
  takeStagedJobs,
} from './history-state.ts'
import { type ScheduledJob, scheduleMissingJobs } from './job-store.ts'
import { outcomeOf } from './outcome.ts'
import { type Reaction, restoreAdvice } from './reaction.ts'

/** Large enough for cheap statements, small enough not to delay subscriptions. */
const BATCH_MAX = 2_000
const SCHEDULE_BATCH_MAX = 500
/** Poll interval of a standby process, and the pause after a failure. */
const RETRY_MS = 1_000
/** The history restarts when an operator deletes the reaction's checkpoint. */
const FINISHED_POLL_MS = 10_000

/**
 * Processes the log before the start of a reaction, once: schedules the jobs that later events have not cancelled.
 * Existing jobs stay as they are. One process at a time does it, and continues from its own checkpoint after a kill.
 */
export function startHistory(
  deps: LogSubscriptionDeps,
  reaction: Reaction,
  onScheduled: (job: ScheduledJob) => void,
  readHistory = createHistoryReader(deps.db),
): { stop(): Promise<void> } {
  const { db, log } = deps
  const { name } = reaction
  const stopping = new AbortController()
  const { signal } = stopping

  async function processHistory(lease: Lease): Promise<void> {
    const until = await readHistory(name)
    if (until === null || until === 'finished') return
    const since = performance.now()
    const events = await readTo(deps, reaction, lease, until)
    const scheduled = await scheduleOpen(lease, until)
    log.info({ reaction: name, events, scheduled, ms: Math.round(performance.now() - since) }, 'history processed')
  }

  async function scheduleOpen(lease: Lease, until: Position): Promise<number> {
    let scheduledCount = 0
    while (!lease.signal.aborted) {
      const open = await db.transaction(async tx => {
        await assertLease(tx, lease)
        await lockHistory(tx, name, until)
        const staged = await takeStagedJobs(tx, name, SCHEDULE_BATCH_MAX)
        const scheduled = await scheduleMissingJobs(tx, staged)
        await countScheduled(tx, name, scheduled.length)
        if (staged.length === 0) await finishHistory(tx, name)
        scheduledCount += scheduled.length
        return staged
      })
      for (const job of open) onScheduled(job)
      if (open.length === 0) break
    }
    return scheduledCount
  }

  async function keepWorking(): Promise<void> {
    while (!signal.aborted) {
      let isFinished = false
      try {
        isFinished = (await readHistory(name)) === 'finished'
        if (!isFinished) await deps.leaders.runAsLeader(historyNameOf(name), signal, processHistory)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof CheckpointMoved || error instanceof LeaseLost))
          log.warn({ reaction: name, err: error }, 'history interrupted; it continues from its checkpoint')
      }
      await delay(isFinished ? FINISHED_POLL_MS : RETRY_MS, undefined, { signal }).catch(() => undefined)
    }
  }

  const working = keepWorking()
  return {
    async stop() {
      stopping.abort()
      await working
    },
  }
}

/** Stores the open jobs up to `until`. Returns the number of events. */
async function readTo(
  { store, db, log, now }: LogSubscriptionDeps,
  reaction: Reaction,
  lease: Lease,
  until: Position,
): Promise<number> {
  const stored = await readCheckpoint(db, lease.name)
  if (stored === null) throw new CheckpointMoved(lease.name)
  const reader = { name: lease.name, restoreAdvice: restoreAdvice(reaction) }
  await assertSameLog(store, stored, reader)
  let at = stored
  let count = 0
  const over = new AbortController()

  const writer: CheckpointWriter = {
    async commit(events, position, write, ...shared) {
      const next = checkpointAfter(at, events, position)
      await db.transaction(async tx => {
        // A crash loses stored jobs and checkpoint together; the events are handled again.
        await tx.query(sql.unsafe`set local synchronous_commit = off`)
        await moveCheckpoint(tx, lease, at, next)
        await writeAll(tx, [{ write, shared }])
      })
      at = next
      count += events.length
    },
  }
  const { ageMsMax = Number.POSITIVE_INFINITY } = reaction
  const isRecentEnough = (event: LogEvent) => !isReadable(event) || now().getTime() - Date.parse(event.at) < ageMsMax
  const handleBatch = withParking({ subscription: reaction.name, log }, ({ events, position }, writer) => {
    const { cancelled, jobs, parked } = outcomeOf(reaction, events.filter(isRecentEnough))
    return writer.commit(events, position, async tx => {
      await stageJobs(tx, reaction.name, cancelled, jobs)
      await parkEvents(tx, reaction.name, parked)
    })
  })

  if (isAfter(until, at.position)) {
    await subscribeWithLiveness(store, SUBSCRIPTION_AWAY_MS_MAX, {
      prefixes: [...reaction.prefixes],
      from: at.position,
      // A lagging node may lack events that leave jobs.
      to: until,
      signal: AbortSignal.any([lease.signal, over.signal]),
      batchMax: BATCH_MAX,
      checkLog: () => assertSameLog(store, at, reader),
      onCaughtUp: () => over.abort(),
      async handle({ events, position }) {
        const isPast = !isAfter(until, position)
        const within = events.filter(event => isAfter(event.position, at.position) && !isAfter(event.position, until))
        await handleBatch({ events: within, position: isPast ? until : position }, writer)
        if (isPast) over.abort()
      },
    })
    if (lease.signal.aborted) throw new LeaseLost(lease.name)
    if (isAfter(until, at.position)) await handleBatch({ events: [], position: until }, writer)
  }
  return count
}
