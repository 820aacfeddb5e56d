import { setTimeout as delay } from 'node:timers/promises'
import type { Projection } from '#projection.ts'
import { buildReadModel, type ProjectorDeps } from './projector-build.ts'
import { CheckpointMoved, readCheckpoint } from './projector-checkpoint.ts'
import { EventRefused } from './projector-failure.ts'
import { follow } from './projector-follow.ts'
import { createStatus, type ProjectionHealth, registerMetrics, type Status } from './projector-health.ts'
import { withLock } from './projector-lock.ts'
import { tablesExist } from './projector-tables.ts'

/** Between looks whether the process that follows the log is still there. */
const STANDBY_MS = 1_000
/** Pauses after an outage of PostgreSQL. */
const RETRY_MS_MIN = 100
const RETRY_MS_MAX = 5_000

export type Projector = {
  /** Ends after the batches in progress. */
  stop(): Promise<void>
  /** `ok` when every read model is up to date or kept so by another process; `lag_ms` is the largest lag. */
  health(): { ok: boolean; lag_ms: number; note?: string; projections: Record<string, ProjectionHealth> }
}

/**
 * Keeps read models up to date with the log, each on its own: its own subscription, checkpoint and lock. Any number of
 * processes may run it; one at a time follows the log for a read model, another takes over when that one dies. Outages of
 * PostgreSQL and of the event store are waited out. An event that a read model can't take stops that read model, visibly,
 * until a process that can take it is started; nothing is skipped. Needs `projectorMigrations`.
 */
export function startProjector(deps: ProjectorDeps, projections: readonly Projection[]): Projector {
  const stopping = new AbortController()
  const statuses = new Map<string, Status>()
  const running = projections.map(projection => {
    const status = createStatus(projection, deps.now)
    statuses.set(projection.name, status)
    return keepUpToDate(deps, projection, stopping.signal, status)
  })
  registerMetrics(deps.metrics, statuses)
  return {
    async stop() {
      stopping.abort()
      await Promise.all(running)
    },
    health() {
      const all = [...statuses].map(([name, status]) => [name, status.health()] as const)
      const behind = all.filter(([, health]) => !health.ok).map(([name, { state }]) => `${name}: ${state}`)
      return {
        ok: behind.length === 0,
        lag_ms: Math.max(0, ...all.map(([, health]) => health.lag_ms)),
        ...(behind.length === 0 ? {} : { note: behind.join(', ') }),
        projections: Object.fromEntries(all),
      }
    },
  }
}

async function keepUpToDate(
  deps: ProjectorDeps,
  projection: Projection,
  signal: AbortSignal,
  status: Status,
): Promise<void> {
  const log = deps.log.child({ projection: projection.name, version: projection.version })
  let pause = RETRY_MS_MIN
  while (!signal.aborted) {
    try {
      await once(deps, projection, signal, status)
      pause = RETRY_MS_MIN
      if (status.state() === 'standby' || status.state() === 'superseded') await rest(STANDBY_MS, signal)
    } catch (error) {
      if (signal.aborted) return
      if (error instanceof EventRefused) {
        status.failed(error)
        const { stream, revision, type } = error.event
        log.error({ stream, revision, type, err: error }, 'read model stopped in front of an event')
        return
      }
      if (error instanceof CheckpointMoved) continue
      log.warn({ err: error, retry_ms: pause }, 'read model interrupted; trying again')
      status.is('retrying')
      await rest(pause, signal)
      pause = Math.min(pause * 2, RETRY_MS_MAX)
    }
  }
}

/** One turn: builds the tables when there are none of this version, or follows the log into them while it can. */
async function once(deps: ProjectorDeps, projection: Projection, signal: AbortSignal, status: Status): Promise<void> {
  const found = await readCheckpoint(deps.db, projection.name)
  if (found !== null && found.version > projection.version) return status.is('superseded')
  if (found === null || found.version < projection.version || !(await tablesExist(deps.db, projection))) {
    status.is('building')
    const built = await buildReadModel(deps, projection, signal)
    if (built === 'taken') return status.is('standby')
    deps.log.info({ projection: projection.name, version: projection.version, ...built }, 'read model built')
  }
  const over = new AbortController()
  const stop = AbortSignal.any([signal, over.signal])
  try {
    const outcome = await deps.db.connect(session =>
      withLock(session, 'follow', projection.name, async () => {
        const checkpoint = await readCheckpoint(session, projection.name)
        if (checkpoint?.version !== projection.version) throw new CheckpointMoved(projection.name)
        const { lastEvent } = checkpoint
        if (lastEvent !== null && lastEvent > ((await deps.store.end()) ?? -1n)) throw new Error(aheadOfLog(projection))
        await follow(deps, session, projection, checkpoint, stop, status)
      }),
    )
    if (outcome === 'taken') status.is('standby')
  } finally {
    // The session can be lost while the log is quiet: then nothing else would end the subscription.
    over.abort()
  }
}

/** Following would skip whatever is written until the log is as long again, and show what is in no stream. */
function aheadOfLog({ name }: Projection): string {
  return `${name} shows events beyond the end of the log. If the event store was replaced or restored from a backup, delete the row "${name}" of ops.checkpoints: it is built anew then`
}

async function rest(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch(() => undefined)
}
