import { sql } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
import { isReadable, type Logged, type Position, type Unreadable } from '#event-sourcing/event-store.ts'
import { EventRefused } from '#subscription/event-refused.ts'
import type { Batch, CheckpointWriter } from '#subscription/follow.ts'
import { type Follower, type FollowerDeps, type FollowerOptions, startFollower } from '#subscription/follower.ts'
import { type FollowerHealth, isNoted } from '#subscription/status.ts'
import { buildReadModel } from './build.ts'
import { applyUpToFault } from './fault.ts'
import { applyEvents } from './rows.ts'
import { LIVE_SCHEMA, tablesExist } from './tables.ts'

export type Projector = {
  /** Ends after the batches in progress. */
  stop(): Promise<void>
  /** `ok` when every read model is up to date or kept so by another process; `lag_ms` is the largest lag. */
  health(): { ok: boolean; lag_ms: number; note?: string; projections: Record<string, FollowerHealth> }
}

/** Events per transaction at most: large enough that a statement's fixed cost vanishes when there is a backlog. */
const BATCH_MAX = 2_000

/**
 * Keeps read models up to date with the log, each on its own. A read model whose tables are missing, or of an older version, is built
 * first. An event that a read model can't take stops that read model, visibly, until a process that can take it is started; nothing is
 * skipped.
 */
export function startProjector(deps: FollowerDeps, projections: readonly Projection[]): Projector {
  const followers = projections.map(projection => startFollower(deps, following(deps, projection)))
  return {
    async stop() {
      await Promise.all(followers.map(follower => follower.stop()))
    },
    health: () => healthOf(followers),
  }
}

function following(deps: FollowerDeps, projection: Projection): FollowerOptions {
  const { name, version, prefixes } = projection
  return {
    name,
    version,
    prefixes,
    batchMax: BATCH_MAX,
    from: 'nowhere',
    afterRestore: `delete the row "${name}" of ops.checkpoints: the read model is built anew then`,
    async prepare(stored, signal, is) {
      // Whether anybody follows for the newer tables, only who may lead finds out.
      if (stored !== null && stored.version > version) return 'go'
      if (stored?.version === version && (await tablesExist(deps.db, projection))) return 'go'
      is('building')
      const built = await buildReadModel(deps, projection, signal)
      if (built === 'taken') return 'standby'
      deps.log.info({ projection: name, version, ...built }, 'read model built')
      return 'go'
    },
    handle: (batch, place) => applyBatch(projection, batch, place),
  }
}

/** Applies what can be applied; the first event that can't be read or applied stops the read model in front of it. */
async function applyBatch(projection: Projection, { events, position }: Batch, place: CheckpointWriter): Promise<void> {
  const fault = events.findIndex(event => !isReadable(event))
  const readable = (fault < 0 ? events : events.slice(0, fault)).filter(isReadable)
  const end = (part: Logged[]): Position => {
    const last = part.at(-1)
    return last === undefined || last === events.at(-1) ? position : last.position
  }
  if (readable.length > 0)
    await applyUpToFault(projection, readable, part =>
      place.commit(part, end(part), async tx => {
        // A crash of PostgreSQL can take the last commits back, rows and checkpoint together: they are applied again.
        await tx.query(sql.unsafe`set local synchronous_commit = off`)
        await applyEvents(tx, LIVE_SCHEMA, projection, part)
      }),
    )
  if (fault >= 0) {
    const event = events[fault] as Unreadable
    throw new EventRefused(projection.name, event, new Error(event.unreadable))
  }
}

function healthOf(followers: readonly Follower[]) {
  const all = followers.map(follower => [follower.name, follower.health()] as const)
  const notes = all.filter(([, health]) => isNoted(health)).map(([name, { state }]) => `${name}: ${state}`)
  return {
    ok: all.every(([, { ok }]) => ok),
    lag_ms: Math.max(0, ...all.map(([, health]) => health.lag_ms)),
    ...(notes.length === 0 ? {} : { note: notes.join(', ') }),
    projections: Object.fromEntries(all),
  }
}
