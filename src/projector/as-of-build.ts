import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { Position } from '#event-sourcing/event-store.ts'
import { assertLease } from '#subscription/lease.ts'
import { OperationalError } from '#values/operational-error.ts'
import { type AsOfPoint, isAsOfSchema } from './as-of-point.ts'
import { runBackfill } from './backfill.ts'
import { type BuildDeps, type BuildOptions, type BuildResult, createIndexes, reportProgress } from './build.ts'
import { asOfTarget, type BuildTarget, comparisonTarget, liveTarget } from './build-target.ts'
import { openBuild, type ResumableBuild } from './resumable-build.ts'
import { upToPosition, upToTime } from './selection.ts'
import { discardBuild, replaceTables } from './tables.ts'

const PUT_RETRY_MS = 50
/** A build fails when readers hold the tables that it replaces for longer. */
const PUT_MS_MAX = 60_000

/** The log ends before the point in time, or there are no tables to drop. */
export class AsOfUnavailable extends OperationalError {}

/** Replaces earlier tables of the point in time. Returns 'taken' when another process builds the same ones. */
export function buildAsOf(
  deps: BuildDeps,
  projection: Projection,
  point: AsOfPoint,
  signal: AbortSignal,
  options: BuildOptions = {},
): Promise<BuildResult | 'taken'> {
  const target = asOfTarget(projection, point.schema)
  return deps.leaders.runAsLeader(target.name, signal, async lease => {
    const started = performance.now()
    const end = await readEndAtLeast(deps, point)
    const build = await openBuild(deps, projection, target, lease, options)
    const report = reportProgress(options, build, started)
    const { upTo } = point
    const { alwaysApplied } = projection
    const selection =
      'time' in upTo
        ? upToTime(upTo.time, deps.store, build.isPast, alwaysApplied)
        : upToPosition(upTo.position, alwaysApplied)
    await runBackfill(deps, build, selection, { ...options, readAtLeast: end, onRead: report.read })
    report.phase('making indexes')
    await createIndexes(deps, build)
    report.phase('waiting to be put in place')
    await putWhenPossible(deps, build, point)
    return report.result(build.events())
  })
}

/** Throws AsOfUnavailable when the log ends before the point: the tables would lack later events. */
async function readEndAtLeast({ store }: BuildDeps, { upTo }: AsOfPoint): Promise<Position | null> {
  const end = await store.end()
  if ('position' in upTo && upTo.position > (end?.commit ?? -1n))
    throw new AsOfUnavailable(`the log ends at position ${end?.commit ?? 'none'}, before ${upTo.position}`)
  return end
}

async function putWhenPossible({ db }: BuildDeps, build: ResumableBuild, { schema }: AsOfPoint): Promise<void> {
  const { name, version } = build.projection
  const about = `${name}, version ${version}: ${build.events()} events, built ${new Date().toISOString()}`
  const deadline = performance.now() + PUT_MS_MAX
  const putTables = () =>
    replaceTables(db, build, schema, async tx => {
      const table = sql.identifier([build.target.schema, name])
      await tx.query(sql.unsafe`comment on table ${table} is ${sql.literalValue(about)}`)
      return true
    })
  while (!(await putTables())) {
    if (performance.now() > deadline) throw new AsOfUnavailable(`its tables in ${schema} are in use`)
    await delay(PUT_RETRY_MS)
    build.lease.signal.throwIfAborted()
  }
}

const AsOfTables = z.object({ schema: z.string(), about: z.array(z.string()), bytes: z.number() })
export type AsOfTables = z.infer<typeof AsOfTables>

/** Includes those of unfinished builds. */
export async function listAsOfTables(db: Database): Promise<readonly AsOfTables[]> {
  const tables = await db.any(sql.type(AsOfTables)`
    select n.nspname as schema, sum(pg_total_relation_size(c.oid))::bigint as bytes,
      coalesce(array_agg(obj_description(c.oid, 'pg_class') order by c.relname)
        filter (where obj_description(c.oid, 'pg_class') is not null), '{}') as about
    from pg_namespace as n join pg_class as c on c.relnamespace = n.oid and c.relkind = 'r'
    where n.nspname like 'until\\_%' or n.nspname like 'building\\_%' group by 1 order by 1`)
  return tables.filter(({ schema }) => isAsOfSchema(schema) || schema.startsWith('building_'))
}

/** Also of an unfinished build. Returns 'taken' while they are built. */
export async function dropAsOfTables(
  { db, leaders }: Pick<BuildDeps, 'db' | 'leaders'>,
  projections: readonly Projection[],
  schema: string,
  signal: AbortSignal,
): Promise<'dropped' | 'taken'> {
  const isThere = await db.exists(sql.unsafe`select 1 from pg_namespace where nspname = ${schema}`)
  const targets = projections.flatMap(projection => targetsOf(projection, schema))
  const target = targets.find(target => target.schema === schema)
  if (!isThere || (target === undefined && !isAsOfSchema(schema)))
    throw new AsOfUnavailable(`there is nothing called "${schema}" to drop; --list shows what there is`)
  if (target === undefined) {
    await db.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
    return 'dropped'
  }
  return leaders.runAsLeader(target.name, signal, lease =>
    db.transaction(async tx => {
      await assertLease(tx, lease)
      await discardBuild(tx, target)
      return 'dropped' as const
    }),
  )
}

function targetsOf(projection: Projection, schema: string): BuildTarget[] {
  const point = schema.slice(asOfTarget(projection, '').schema.length)
  const asOf = isAsOfSchema(point) ? [asOfTarget(projection, point)] : []
  return [liveTarget(projection), comparisonTarget(projection), ...asOf]
}
