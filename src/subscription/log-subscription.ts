import { setTimeout as delay } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Registry } from 'prom-client'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import type { EventStore, Position } from '#event-sourcing/event-store.ts'
import { StoreUnavailable } from '#event-sourcing/store-errors.ts'
import type { BatchHandler } from './batch.ts'
import {
  type Checkpoint,
  CheckpointMoved,
  isAfter,
  moveCheckpoint,
  putFirstCheckpoint,
  raiseCheckpoint,
  readCheckpoint,
} from './checkpoint.ts'
import type { Durability } from './group-commit.ts'
import { type LeaderElection, STANDBY_POLL_MS, standbyPollMs } from './leader-election.ts'
import { assertLease, type Lease, LeaseLost } from './lease.ts'
import { assertSameLog, positionOf } from './log-identity.ts'
import { PoisonEvent } from './poison-event.ts'
import { runSubscription } from './run-subscription.ts'
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
  /** Its row in ops.checkpoints and its lease. */
  name: string
  prefixes: readonly string[]
  batchMax?: number
  /** How long events right after a batch wait for the next one; by default only for their transaction. */
  batchDelayMs?: number
  /**
   * Bump to rebuild the stored state, and when more events are taken than before, then also in a migration. During an
   * upgrade a process of the older version may lead: what it does not know would be before the checkpoint.
   */
  version?: number
  /** The start of a subscription without a checkpoint; 'nowhere' when `prepare` stores one. */
  from: 'start' | 'end' | 'nowhere'
  onFirstCheckpoint?(tx: Transaction, position: Position | null): Promise<void>
  /** Runs before the lease is requested, but not again while another process has it. 'go', or the state to wait in. */
  prepare?(
    checkpoint: Checkpoint | null,
    signal: AbortSignal,
    setState: (state: SubscriptionState) => void,
  ): Promise<SubscriptionState | 'go'>
  /** Runs before the first batch under each lease, to reload state that is kept between batches. */
  onLeaseAcquired?(): Promise<void>
  restoreAdvice: string
  /** 'durable' by default: results that leave PostgreSQL. 'lossy' for what can be made again from the log. */
  durability?: Durability
  handle: BatchHandler
}

export type LogSubscription = {
  name: string
  stop(): Promise<void>
  health(): SubscriptionHealth
}

const BATCH_MAX = 500
const RETRY_MS_MIN = 100
const RETRY_MS_MAX = 5_000
/** A new session takes less while PostgreSQL accepts connections. */
const LEASE_ANSWER_MS_MAX = 5_000
/** A process without the event store leaves the lease to another, for longer than that one's poll interval. */
const YIELD_MS = 1.5 * STANDBY_POLL_MS

/**
 * A catch-up subscription that handles events exactly once (README.md). Any number of processes may start it; one holds
 * the lease. Waits out outages of both stores. When `handle` throws PoisonEvent it stops at that event until a process
 * that can take it is started; after any other failure it continues from the checkpoint.
 */
export function startLogSubscription(deps: LogSubscriptionDeps, options: LogSubscriptionOptions): LogSubscription {
  const { name, version = 1 } = options
  const stopping = new AbortController()
  const { signal } = stopping
  const log = deps.log.child({ subscription: name, version })
  const status = createSubscriptionStatus(version, deps.now)
  registerMetrics(deps.metrics, name, status)

  async function keepRunning(): Promise<void> {
    let pause = RETRY_MS_MIN
    let eventsBefore = 0
    let isPrepared = false
    while (!signal.aborted) {
      try {
        const instead = await runOnce(isPrepared)
        pause = RETRY_MS_MIN
        isPrepared = instead === 'standby'
        if (instead === 'ended') {
          // The next leader may have to wait for a session, so no process is live now.
          status.setState('catching_up')
          continue
        }
        status.setState(instead)
        await sleep(standbyPollMs())
      } catch (error) {
        if (signal.aborted) return
        isPrepared = false
        if (error instanceof PoisonEvent) {
          status.setFailed(error)
          const { stream, revision, type } = error.event
          log.error({ stream, revision, type, err: error }, 'subscription stopped at a poison event')
          return
        }
        if (error instanceof CheckpointMoved || error instanceof LeaseLost) {
          status.setState('catching_up')
          await sleep(RETRY_MS_MIN)
          continue
        }
        // Progress since the last failure resets the pause.
        const { events } = status.health()
        if (events > eventsBefore) pause = RETRY_MS_MIN
        eventsBefore = events
        log.warn({ err: error, retry_ms: pause }, 'subscription interrupted; trying again')
        status.setState('retrying')
        await sleep(error instanceof StoreUnavailable ? Math.max(pause, YIELD_MS) : pause)
        pause = Math.min(pause * 2, RETRY_MS_MAX)
      }
    }
  }

  async function runOnce(isPrepared: boolean): Promise<SubscriptionState | 'ended'> {
    const { prepare } = options
    if (prepare !== undefined && !isPrepared) {
      const ready = await prepare(await readCheckpoint(deps.db, name), signal, status.setState)
      if (ready !== 'go') return ready
    }
    // Without an answer there is no session to request the lease with.
    const noAnswerTimer = setTimeout(() => status.setState('retrying'), LEASE_ANSWER_MS_MAX)
    const leading = deps.leaders.runAsLeader(name, signal, async lease => {
      clearTimeout(noAnswerTimer)
      const stored = await loadCheckpoint(lease)
      // A newer version takes events that this process would skip.
      if (stored.version > version) return 'superseded' as const
      await assertSameLog(deps.store, stored, options)
      const checkpoint = await clampToLog(lease, stored)
      await options.onLeaseAcquired?.()
      await runWhileVersion(deps.db, { name, version, signal: lease.signal }, signal =>
        runSubscription(
          deps,
          { batchMax: BATCH_MAX, batchDelayMs: 0, durability: 'durable', ...options, checkLog },
          { ...lease, signal },
          checkpoint,
          status,
        ),
      )
      return 'ended' as const
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

  /** An older process created the checkpoint after the migration, as after a rollback. It skipped unknown events. */
  async function raiseVersion(lease: Lease, stored: Checkpoint): Promise<Checkpoint> {
    // `prepare` rebuilds the stored state first, so another process has replaced the checkpoint.
    if (options.from === 'nowhere') throw new CheckpointMoved(name)
    await deps.db.transaction(async tx => {
      await assertLease(tx, lease)
      await raiseCheckpoint(tx, name, stored, version)
    })
    log.warn(
      { before: stored.version },
      'a process of an older version was leading: events that it does not know are lost',
    )
    return { ...stored, version }
  }

  async function createCheckpoint(lease: Lease): Promise<Checkpoint> {
    const position = options.from === 'end' ? await deps.store.end() : null
    const last = position === null ? null : await deps.store.at(position)
    // Only events of own streams are remembered, as others may be deleted; and only those with one position number.
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
   * After a restore the log may end between the last taken event and the checkpoint. New events in that range would be
   * skipped, so the checkpoint moves back to the event; nothing in between was this subscription's.
   */
  async function clampToLog(lease: Lease, stored: Checkpoint): Promise<Checkpoint> {
    if (!(await isBeyondEnd(stored))) return stored
    const { lastEvent } = stored
    const position = lastEvent === null ? null : positionOf(lastEvent)
    const checkpoint = { ...stored, position }
    if (!isAfter(stored.position, position)) return stored
    await deps.db.transaction(tx => moveCheckpoint(tx, lease, stored, checkpoint))
    log.warn(
      { stored: String(stored.position?.commit), position: String(lastEvent) },
      'the log ends before the checkpoint',
    )
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
