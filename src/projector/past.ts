import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Position } from '#event-sourcing/event-store.ts'
import { type Lease, requireLease } from '#subscription/leaders.ts'
import { PlainError } from '#values/plain-error.ts'
import { type BuildDeps, type BuildOptions, type Built, makeIndexes, secondsSince, telling } from './build.ts'
import { fillOnce } from './filling.ts'
import { type AsOfPoint, isOfMoment } from './moment.ts'
import { type BuildPosition, takePlace } from './place.ts'
import { upToPosition, upToTime } from './selection.ts'
import { comparisonSite, liveSite, pastSite, type Site } from './site.ts'
import { endBuild, putInPlace } from './tables.ts'

const PUT_RETRY_MS = 50
/** Readers of a moment of the past may hold its tables so long before a build of it gives up. */
const PUT_MS_MAX = 60_000

/** The log does not reach the moment, or what is to be dropped is not there. */
export class NoSuchMoment extends PlainError {}

/**
 * Builds a read model as it was at a moment of the past, in the schema of that moment, for questions by SQL. What was built of it there before
 * is replaced; nothing else follows or changes it. Who was erased since is erased from it too. Answers 'taken' when another process is building the same.
 */
export function buildPast(
  deps: BuildDeps,
  projection: Projection,
  moment: AsOfPoint,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<Built | 'taken'> {
  const site = pastSite(projection, moment.schema)
  return deps.leaders.lead(site.name, signal, async lease => {
    const started = performance.now()
    const to = await endNotBefore(deps, moment)
    const place = await takePlace(deps, projection, site, lease, options)
    const before = place.events()
    const tell = telling(options, place)
    const { upTo } = moment
    const { timeless } = projection
    const selection =
      'time' in upTo ? upToTime(upTo.time, deps.store, place.isPast, timeless) : upToPosition(upTo.position, timeless)
    await fillOnce(deps, projection, place, selection, lease.signal, { ...options, to, onRead: tell.read })
    tell.doing('making indexes')
    await makeIndexes(deps, projection, place, lease)
    tell.doing('waiting to be put in place')
    await putWhenPossible(deps, projection, place, moment, lease)
    return { events: place.events(), before, seconds: secondsSince(started) }
  })
}

/** Where the log ends, and no part of it may be left out. What is written at a place behind it later would be missing from tables that bear its name. */
async function endNotBefore({ store }: BuildDeps, { upTo }: AsOfPoint): Promise<Position | null> {
  const end = await store.end()
  if ('position' in upTo && upTo.position > (end?.commit ?? -1n))
    throw new NoSuchMoment(`the log ends at position ${end?.commit ?? 'none'}, before ${upTo.position}`)
  return end
}

async function putWhenPossible(
  { db }: BuildDeps,
  projection: Projection,
  place: BuildPosition,
  { schema }: AsOfPoint,
  { signal }: Lease,
): Promise<void> {
  const { name, version } = projection
  const about = `${name}, version ${version}: ${place.events()} events, built ${new Date().toISOString()}`
  const deadline = performance.now() + PUT_MS_MAX
  const put = () =>
    putInPlace(db, projection, place.site, schema, place.hold, async tx => {
      const table = sql.identifier([place.site.schema, name])
      await tx.query(sql.unsafe`comment on table ${table} is ${sql.literalValue(about)}`)
      return true
    })
  while (!(await put())) {
    if (performance.now() > deadline) throw new NoSuchMoment(`its tables in ${schema} are in use`)
    await delay(PUT_RETRY_MS)
    signal.throwIfAborted()
  }
}

const PastTables = z.object({ schema: z.string(), about: z.array(z.string()), bytes: z.number() })
/** Tables of a moment of the past, or those of a build that was not finished. */
export type PastTables = z.infer<typeof PastTables>

/** Every moment of the past that tables were built of, and what is left of builds that were not finished. */
export async function listKept(db: Database): Promise<readonly PastTables[]> {
  const kept = await db.any(sql.type(PastTables)`
    select n.nspname as schema, sum(pg_total_relation_size(c.oid))::bigint as bytes,
      coalesce(array_agg(obj_description(c.oid, 'pg_class') order by c.relname)
        filter (where obj_description(c.oid, 'pg_class') is not null), '{}') as about
    from pg_namespace as n join pg_class as c on c.relnamespace = n.oid and c.relkind = 'r'
    where n.nspname like 'until\\_%' or n.nspname like 'building\\_%' group by 1 order by 1`)
  return kept.filter(({ schema }) => isOfMoment(schema) || schema.startsWith('building_'))
}

/** Drops the tables of a moment, or what a build has left, which begins from nothing then. Answers 'taken' when it is being built. */
export async function dropKept(
  { db, leaders }: Pick<BuildDeps, 'db' | 'leaders'>,
  projections: readonly Projection[],
  schema: string,
  signal: AbortSignal,
): Promise<'dropped' | 'taken'> {
  const isThere = await db.exists(sql.unsafe`select 1 from pg_namespace where nspname = ${schema}`)
  const site = projections.map(projection => siteOf(projection, schema)).find(found => found !== undefined)
  if (!isThere || (site === undefined && !isOfMoment(schema)))
    throw new NoSuchMoment(`there is nothing called "${schema}" to drop; --list tells what there is`)
  if (site === undefined) {
    await db.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
    return 'dropped'
  }
  return leaders.lead(site.name, signal, async lease => {
    await db.transaction(async tx => {
      await requireLease(tx, lease)
      await endBuild(tx, site)
    })
    return 'dropped' as const
  })
}

function siteOf(projection: Projection, schema: string): Site | undefined {
  const moment = schema.slice(pastSite(projection, '').schema.length)
  const sites = [
    liveSite(projection),
    comparisonSite(projection),
    ...(isOfMoment(moment) ? [pastSite(projection, moment)] : []),
  ]
  return sites.find(site => site.schema === schema)
}
