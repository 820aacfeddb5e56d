import { type CommonQueryMethods, sql } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { type Checkpoint, readCheckpoint } from '#subscription/checkpoint.ts'
import { OperationalError } from '#values/operational-error.ts'
import { runBackfill } from './backfill.ts'
import { type BuildDeps, type BuildOptions, type BuildResult, reportProgress } from './build.ts'
import { type BuildTarget, comparisonTarget } from './build-target.ts'
import { compareTables, type TableComparison } from './compare-tables.ts'
import { openBuild } from './resumable-build.ts'
import { upToPosition } from './selection.ts'
import { tablesExist } from './tables.ts'

/** `at`: the position of the compared tables; null = before all events. */
export type VerifyResult = BuildResult & { at: bigint | null; tables: TableComparison[] }

/** Rounds of catching up before the live tables are locked; each leaves less to do. */
const CATCH_UP_ROUNDS = 2

/** There are no live tables, or not at a position of this log. */
export class NotComparable extends OperationalError {}

/**
 * Locks the live checkpoint while the build catches up with the last events; readers continue, the projector waits. The
 * comparison itself uses a snapshot. Returns 'taken' when another process compares the same model.
 */
export function verifyReadModel(
  deps: BuildDeps,
  projection: Projection,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<VerifyResult | 'taken'> {
  const target = comparisonTarget(projection)
  return deps.leaders.runAsLeader(target.name, signal, async lease => {
    const started = performance.now()
    const { db } = deps
    const positionMax = lastEventOf(await liveCheckpoint(db, projection))
    const build = await openBuild(deps, projection, target, lease, { ...options, positionMax })
    const report = reportProgress(options, build, started)
    const catchUp = (live: Checkpoint) =>
      runBackfill(deps, build, upToPosition(lastEventOf(live)), { ...options, onRead: report.read })
    for (let times = 0; times < CATCH_UP_ROUNDS; times += 1) await catchUp(await liveCheckpoint(db, projection))
    report.phase('comparing')
    const { comparing } = await snapshotAtSamePosition(db, projection, target, catchUp)
    const { at, tables } = await comparing
    await build.discard(db)
    return { ...report.result(build.events()), at, tables }
  })
}

async function snapshotAtSamePosition(
  db: Database,
  projection: Projection,
  target: BuildTarget,
  catchUp: (live: Checkpoint) => Promise<void>,
) {
  return db.transaction(async held => {
    await catchUp(await liveCheckpoint(held, projection, 'lock'))
    const taken = Promise.withResolvers<void>()
    const comparing = compareInSnapshot(db, projection, target, taken.resolve)
    comparing.catch(() => undefined)
    await Promise.race([taken.promise, comparing])
    // An object, because a returned promise would be awaited under the lock.
    return { comparing }
  })
}

function compareInSnapshot(db: Database, projection: Projection, target: BuildTarget, onTaken: () => void) {
  return db.transaction(async tx => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    const live = await liveCheckpoint(tx, projection)
    const built = await readCheckpoint(tx, target.name)
    onTaken()
    if (built === null || lastEventOf(built) !== lastEventOf(live))
      throw new NotComparable(
        `its live tables contain an event at position ${live.lastEvent} that is not in the event store: were they built from another store?`,
      )
    return { at: live.lastEvent, tables: await compareTables(tx, projection, target.schema) }
  })
}

async function liveCheckpoint(
  db: CommonQueryMethods,
  projection: Projection,
  lock: 'lock' | 'look' = 'look',
): Promise<Checkpoint> {
  const { name, version } = projection
  const live = await readCheckpoint(db, name, lock)
  if (live === null || !(await tablesExist(db, projection)))
    throw new NotComparable('there are no live tables to compare with')
  if (live.version !== version)
    throw new NotComparable(`its live tables have version ${live.version}, and this program builds version ${version}`)
  return live
}

function lastEventOf({ lastEvent }: Checkpoint): bigint {
  return lastEvent ?? -1n
}
