import { type CommonQueryMethods, sql } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { type Checkpoint, readCheckpoint } from '#subscription/checkpoint.ts'
import { PlainError } from '#values/plain-error.ts'
import { type BuildDeps, type BuildOptions, secondsSince, telling } from './build.ts'
import { differences, type TableComparison } from './differences.ts'
import { fillOnce } from './filling.ts'
import { takePlace } from './place.ts'
import { upToPosition } from './selection.ts'
import { comparisonSite, type Site } from './site.ts'
import { tablesExist } from './tables.ts'

/** What a comparison took, and at which place of the log it was made: null = before everything. */
export type Verified = { events: number; before: number; seconds: number; at: bigint | null; tables: TableComparison[] }

/** Times that the build follows the live tables before they are held: each time less is left. */
const FOLLOWED = 2

/** There is nothing to compare with, or not at one place. */
export class NotComparable extends PlainError {}

/**
 * Builds a read model from nothing and compares it with the live one, row by row, both at one and the same place of the log; then forgets
 * what it built. The live tables are only read. Answers 'taken' when another process is comparing the same model.
 *
 * For the comparison the live tables are held where they are until the build has come there too, which is some events; readers go on,
 * and the projector waits for so long. What is compared then is a snapshot, and everything goes on.
 */
export function verifyReadModel(
  deps: BuildDeps,
  projection: Projection,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<Verified | 'taken'> {
  const site = comparisonSite(projection)
  return deps.leaders.lead(site.name, signal, async lease => {
    const started = performance.now()
    const { db } = deps
    const notBeyond = eventOf(await liveCheckpoint(db, projection))
    const place = await takePlace(deps, projection, site, lease, { ...options, notBeyond })
    const before = place.events()
    const tell = telling(options, place)
    const follow = (live: Checkpoint) =>
      fillOnce(deps, projection, place, upToPosition(eventOf(live)), lease.signal, { ...options, onRead: tell.read })
    for (let times = 0; times < FOLLOWED; times += 1) await follow(await liveCheckpoint(db, projection))
    tell.doing('comparing')
    const { comparing } = await snapshotAtOnePlace(db, projection, site, follow)
    const { at, tables } = await comparing
    await place.end(db)
    return { events: place.events(), before, seconds: secondsSince(started), at, tables }
  })
}

/** Holds the live tables where they are while `follow` brings the build there, until there is a snapshot of both. */
async function snapshotAtOnePlace(
  db: Database,
  projection: Projection,
  site: Site,
  follow: (live: Checkpoint) => Promise<void>,
) {
  return db.transaction(async held => {
    await follow(await liveCheckpoint(held, projection, 'lock'))
    const taken = Promise.withResolvers<void>()
    const comparing = compareInSnapshot(db, projection, site, taken.resolve)
    comparing.catch(() => undefined)
    await Promise.race([taken.promise, comparing])
    // Wrapped, because it is waited for when nothing is held any more.
    return { comparing }
  })
}

function compareInSnapshot(db: Database, projection: Projection, site: Site, onTaken: () => void) {
  return db.transaction(async tx => {
    await tx.query(sql.unsafe`set transaction isolation level repeatable read, read only`)
    const live = await liveCheckpoint(tx, projection)
    const built = await readCheckpoint(tx, site.name)
    onTaken()
    if (built === null || eventOf(built) !== eventOf(live))
      throw new NotComparable(
        `its live tables show an event at position ${live.lastEvent} that is not there in the event store: were they built from another one?`,
      )
    return { at: live.lastEvent, tables: await differences(tx, projection, site.schema) }
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

/** Before every event where there was none. */
function eventOf({ lastEvent }: Checkpoint): bigint {
  return lastEvent ?? -1n
}
