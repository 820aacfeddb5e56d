import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import {
  type Checkpoint,
  CheckpointMoved,
  isAfter,
  moveCheckpoint,
  putFirstCheckpoint,
  raiseCheckpoint,
  readCheckpoint,
} from './checkpoint.ts'
import { assertLease, type LeaderElection, type Lease, LeaseLost, STANDBY_POLL_MS } from './leader-election.ts'
import { assertSameLog, positionOf } from './log-identity.ts'
import { PoisonEvent } from './poison-event.ts'
import { type BatchHandler, runSubscription } from './run-subscription.ts'
import { runWhileVersion } from './run-while-version.ts'
import {
  createSubscriptionStatus,
  registerMetrics,
  type SubscriptionHealth,
  type SubscriptionState,
} from './subscription-status.ts'

export type LogSubscriptionDeps = {
  store: EventStore
  db: Database
  leaders: LeaderElection
  log: Logger
  metrics: Registry
  now(): Date
}

export type LogSubscriptionOptions = {
  /** The follower's row in ops.checkpoints; one process at a time follows under it. */
  name: string
  /** Stream name prefixes. */
  prefixes: readonly string[]
  /** Events per batch at most. */
  batchMax?: number
  /** How long, in milliseconds, what comes right behind a batch may wait to be taken together. */
  batchDelayMs?: number
  /**
   * Raised when what the follower keeps has to be made anew; and when it takes what it did not take before, in a migration too. Processes of the
   * version before run beside new ones during an upgrade, and lead: what they know nothing of would be behind the checkpoint when a newer one follows.
   */
  version?: number
  /** Where a follower that has no checkpoint begins; 'nowhere' when `prepare` puts the checkpoint. */
  from: 'start' | 'end' | 'nowhere'
  /** Runs in the transaction that stores a first checkpoint, which is told. */
  onFirstCheckpoint?(tx: Transaction, position: Position | null): Promise<void>
  /** What has to be there before anything is followed; answers with a state to stand by in instead. */
  prepare?(
    checkpoint: Checkpoint | null,
    signal: AbortSignal,
    setState: (state: SubscriptionState) => void,
  ): Promise<SubscriptionState | 'go'>
  /** Runs each time this process begins to follow, before the first batch: what is kept between batches is read again. */
  onLeaseAcquired?(): Promise<void>
  /** What an operator does when the event store is another one than the checkpoint is of. */
  restoreAdvice: string
  handle: BatchHandler
}

export type LogSubscription = {
  name: string
  /** Ends after the batch in progress. */
  stop(): Promise<void>
  health(): SubscriptionHealth
}

const BATCH_MAX = 500
/** Nobody notices it, and under load it makes one transaction of ten. */
const BATCH_DELAY_MS = 50
/** Pauses after an outage of PostgreSQL. */
const RETRY_MS_MIN = 100
const RETRY_MS_MAX = 5_000
/** A lost session is made anew in less, where PostgreSQL lets anybody in. */
const LEASE_ANSWER_MS_MAX = 5_000
/** Whoever can't reach the event store leaves it to one that can: for longer than that one, standing by, takes to look. */
const YIELD_MS = 1.5 * STANDBY_POLL_MS

/**
 * The one way to follow the log: a catch-up subscription with a checkpoint of its own in PostgreSQL, moved in one transaction with what each
 * batch comes to, so that nothing is done never or twice. Any number of processes may start it; one at a time follows, another takes over
 * when that one dies, vanishes or freezes. Outages of PostgreSQL and of the event store are waited out. When `handle` throws EventRefused it
 * stops in front of that event, visibly, until a process that can take it is started; after any other failure it goes on from the checkpoint.
 */
export function startLogSubscription(deps: LogSubscriptionDeps, options: LogSubscriptionOptions): LogSubscription {
  const { name, version = 1 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const log = deps.log.child({ follower: name, version })
  const status = createSubscriptionStatus(version, deps.now)
  registerMetrics(deps.metrics, name, status)

  async function keepRunning(): Promise<void> {
    let pause = RETRY_MS_MIN
    let eventsBefore = 0
    while (!signal.aborted) {
      try {
        const instead = await runOnce()
        pause = RETRY_MS_MIN
        if (instead === 'followed') {
          // Whoever leads next may have to wait for a session, and live is what nobody is meanwhile.
          status.setState('catching_up')
          continue
        }
        status.setState(instead)
        await sleep(STANDBY_POLL_MS)
      } catch (error) {
        if (signal.aborted) return
        if (error instanceof PoisonEvent) {
          status.setFailed(error)
          const { stream, revision, type } = error.event
          log.error({ stream, revision, type, err: error }, 'follower stopped in front of an event')
          return
        }
        if (error instanceof CheckpointMoved || error instanceof LeaseLost) {
          status.setState('catching_up')
          await sleep(RETRY_MS_MIN)
          continue
        }
        // What went well since the last failure makes this one the first.
        const { events } = status.health()
        if (events > eventsBefore) pause = RETRY_MS_MIN
        eventsBefore = events
        log.warn({ err: error, retry_ms: pause }, 'follower interrupted; trying again')
        status.setState('retrying')
        await sleep(error instanceof StoreUnavailable ? Math.max(pause, YIELD_MS) : pause)
        pause = Math.min(pause * 2, RETRY_MS_MAX)
      }
    }
  }

  async function runOnce(): Promise<SubscriptionState | 'followed'> {
    const { prepare } = options
    if (prepare !== undefined) {
      const ready = await prepare(await readCheckpoint(deps.db, name), signal, status.setState)
      if (ready !== 'go') return ready
    }
    // Whoever is not told whether another process leads has no session to ask by, and knows of none that does.
    const noAnswerTimer = setTimeout(() => status.setState('retrying'), LEASE_ANSWER_MS_MAX)
    const leading = deps.leaders.runAsLeader(name, signal, async lease => {
      clearTimeout(noAnswerTimer)
      const stored = await loadCheckpoint(lease)
      // Whoever is newer takes more than this process knows of: what this one passed by would be lost.
      if (stored.version > version) return 'superseded' as const
      await assertSameLog(deps.store, stored, options)
      const checkpoint = await clampToLog(lease, stored)
      await options.onLeaseAcquired?.()
      await runWhileVersion(deps.db, { name, version, signal: lease.signal }, signal =>
        runSubscription(
          deps,
          { batchMax: BATCH_MAX, batchDelayMs: BATCH_DELAY_MS, ...options, checkLog },
          { ...lease, signal },
          checkpoint,
          status,
        ),
      )
      return 'followed' as const
    })
    const led = await leading.finally(() => clearTimeout(noAnswerTimer))
    return led === 'taken' ? 'standby' : led
  }

  async function loadCheckpoint(lease: Lease): Promise<Checkpoint> {
    const stored = await readCheckpoint(deps.db, name)
    if (stored === null && options.from !== 'nowhere') return createCheckpoint(lease)
    if (stored === null) throw new CheckpointMoved(name)
    return stored.version < version ? raiseVersion(lease, stored) : stored
  }

  /**
   * A process of the version before began after the migration that raises the place where there is one, as when it was rolled back to. It has passed
   * by what it knew nothing of, and would for good if nobody took its place.
   */
  async function raiseVersion(lease: Lease, stored: Checkpoint): Promise<Checkpoint> {
    // What is kept is made anew first, and another process has put that away again.
    if (options.prepare !== undefined) throw new CheckpointMoved(name)
    await deps.db.transaction(async tx => {
      await assertLease(tx, lease)
      await raiseCheckpoint(tx, name, stored, version)
    })
    log.warn(
      { before: stored.version },
      'a process of an older version followed: what it knew nothing of was passed by',
    )
    return { ...stored, version }
  }

  async function createCheckpoint(lease: Lease): Promise<Checkpoint> {
    const position = options.from === 'end' ? await deps.store.end() : null
    const last = position === null ? null : await deps.store.at(position)
    // Events of others may be cleared away: that one is gone says nothing. And an event is found again by one number.
    const isOwn = options.prefixes.some(prefix => last?.stream.startsWith(prefix))
    const lastId = isOwn && position?.commit === position?.prepare ? (last?.id ?? null) : null
    const first = { version, position, lastEvent: position?.commit ?? null, lastId }
    await deps.db.transaction(async tx => {
      await assertLease(tx, lease)
      await putFirstCheckpoint(tx, name, first)
      await options.onFirstCheckpoint?.(tx, position)
    })
    return first
  }

  /**
   * The log may have been restored to an end between the last event that was taken and the place behind it. What is written up to that place
   * would never be seen, so following goes on right behind the event: nothing of this follower was in between.
   */
  async function clampToLog(lease: Lease, stored: Checkpoint): Promise<Checkpoint> {
    if (!(await isBeyondEnd(stored))) return stored
    const { lastEvent } = stored
    const position = lastEvent === null ? null : positionOf(lastEvent)
    const checkpoint = { ...stored, position }
    if (!isAfter(stored.position, position)) return stored
    await deps.db.transaction(tx => moveCheckpoint(tx, lease, stored, checkpoint))
    log.warn({ stored: String(stored.position?.commit), position: String(lastEvent) }, 'the log ends before the place')
    return checkpoint
  }

  async function isBeyondEnd({ position }: Checkpoint): Promise<boolean> {
    return isAfter(position, await deps.store.end())
  }

  async function checkLog(checkpoint: Checkpoint): Promise<void> {
    await assertSameLog(deps.store, checkpoint, options)
    if (await isBeyondEnd(checkpoint)) throw new CheckpointMoved(name)
  }

  async function sleep(ms: number): Promise<void> {
    await delay(ms, undefined, { signal }).catch(() => undefined)
  }

  const running = keepRunning()
  return {
    name,
    async stop() {
      stopping.abort()
      await running
    },
    health: status.health,
  }
}
