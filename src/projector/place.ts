import { createHash, randomInt } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { isReadable, type Logged, type Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import {
  type Checkpoint,
  CheckpointMoved,
  moveCheckpoint,
  putCheckpoint,
  readCheckpoint,
} from '#subscription/checkpoint.ts'
import { type Lease, requireLease } from '#subscription/leaders.ts'
import type { Site } from './site.ts'
import { createTables, endBuild, type Fence, tablesExist } from './tables.ts'

type Deps = Pick<Service, 'store' | 'db'>

const BUILD_ID_MAX = 2 ** 31

/**
 * How far a build has written, in PostgreSQL and here. Each of its transactions moves this place from where the build left it: a process
 * whose session has ended may still be in the middle of a transaction when another one goes on, and a PostgreSQL that crashed has forgotten
 * the last batches. Either way the place is not where it was left, and the build fails instead of putting tables in place that lack something.
 */
export type BuildPosition = {
  readonly site: Site
  /** That of the last event that was written: null = at the beginning. */
  position(): Position | null
  /** Events that were written, by earlier runs too. */
  events(): number
  /** Whether an earlier run has made the indexes. */
  readonly isIndexed: boolean
  /** Whether an earlier run has passed the time up to which events are selected. */
  readonly isPast: boolean
  hold: Fence
  /** Does `write` and moves the place behind `events`, in one transaction. */
  move(db: Database, events: readonly Logged[], isPast: boolean, write: Fence): Promise<void>
  /** In the transaction that makes the indexes. */
  indexed: Fence
  /** Forgets the build and its tables. */
  end(db: Database): Promise<void>
}

/** What a build writes of itself beside its tables, in their schema and in their transactions, with its place. */
const Left = z
  .object({
    id: z.int(),
    events: z.number(),
    last_id: z.string(),
    last_hash: z.string(),
    is_indexed: z.boolean(),
    is_past: z.boolean(),
    commit_position: z.string(),
    prepare_position: z.string(),
  })
  .transform(({ commit_position, prepare_position, ...left }) => ({
    ...left,
    position: { commit: BigInt(commit_position), prepare: BigInt(prepare_position) },
  }))
type Left = z.infer<typeof Left>

/**
 * Goes on where an earlier run was interrupted. That is safe, and done, when its tables are whole and were made for the same version of the
 * read model, and the last event that they have stands at the same place of the log: rows and place were written together, so whatever a
 * crash of PostgreSQL took back, it took back both. Otherwise, or when `anew`, begins from nothing.
 */
export async function takePlace(
  deps: Deps,
  projection: Projection,
  site: Site,
  lease: Lease,
  options: { anew?: boolean; notBeyond?: bigint } = {},
): Promise<BuildPosition> {
  const { db } = deps
  const id = randomInt(BUILD_ID_MAX)
  const left = options.anew ? null : await leftBehind(deps, projection, site)
  const isWithin = options.notBeyond === undefined || (left?.position.commit ?? 0n) <= options.notBeyond
  if (left !== null && isWithin && (await isOfThisLog(deps, left))) {
    await db.transaction(tx => goOn(tx, site, lease, left, id))
    return placeOf(site, lease, checkpointAt(id, left.position), left)
  }
  await begin(db, projection, site, lease, id)
  return placeOf(site, lease, checkpointAt(id, null), null)
}

/** The place is always that of the last event. */
function checkpointAt(version: number, position: Position | null): Checkpoint {
  return { version, position, lastEvent: position?.commit ?? null, lastId: null }
}

async function begin(db: Deps['db'], projection: Projection, site: Site, lease: Lease, id: number): Promise<void> {
  const fence: Fence = async tx => {
    await requireLease(tx, lease)
    await putCheckpoint(tx, site.name, checkpointAt(id, null))
  }
  const table = unfinishedIn(site.schema)
  await createTables(db, site.schema, projection, fence, async tx => {
    await tx.query(sql.unsafe`
      create table ${table} (id integer not null, made_for text not null, events bigint not null, last_id text, last_hash text,
        is_indexed boolean not null, is_past boolean not null, begun_at timestamptz not null default now())`)
    await tx.query(sql.unsafe`
      insert into ${table} values (${id}, ${madeFor(projection)}, 0, null, null, false, false)`)
  })
}

/** From here on whoever was in the middle of it is refused: the place is another build's. */
async function goOn(tx: Transaction, site: Site, lease: Lease, left: Left, id: number): Promise<void> {
  await requireLease(tx, lease)
  const now = await readCheckpoint(tx, site.name, 'lock')
  if (now?.version !== left.id || now.lastEvent !== left.position.commit) throw new CheckpointMoved(site.name)
  await putCheckpoint(tx, site.name, { ...now, version: id })
  await tx.query(sql.unsafe`update ${unfinishedIn(site.schema)} set id = ${id}`)
}

function unfinishedIn(schema: string) {
  return sql.identifier([schema, 'unfinished'])
}

/** What a build of the same read model as it is here has left in order. One statement: place and tables are looked at in one moment. */
async function leftBehind({ db }: Deps, projection: Projection, { name, schema }: Site): Promise<Left | null> {
  const isThere = await db.exists(sql.unsafe`select 1 where to_regclass(${`${schema}.unfinished`}) is not null`)
  if (!isThere || !(await tablesExist(db, projection, schema))) return null
  return db.maybeOne(sql.type(Left)`
    select u.*, commit_position::text, prepare_position::text
    from ${unfinishedIn(schema)} as u join ops.checkpoints as c on c.version = u.id
    where c.name = ${name} and made_for = ${madeFor(projection)} and last_event = commit_position`)
}

/** A log that was replaced, or restored and written on, has another event there, or none. */
async function isOfThisLog({ store }: Deps, { position, last_id, last_hash }: Left): Promise<boolean> {
  const event = await store.at(position)
  return event !== null && isReadable(event) && event.id === last_id && event.metadata.hash === last_hash
}

/** The version says it all once it is released; while a read model is being developed its tables change before the version does. */
function madeFor({ version, prefixes, tables, indexes }: Projection): string {
  const declared = [...prefixes, ...[...tables, ...indexes].map(statement => statement.sql)]
  return `${version} ${createHash('sha256').update(declared.join(';')).digest('hex')}`
}

function placeOf(site: Site, lease: Lease, taken: Checkpoint, left: Left | null): BuildPosition {
  let at = taken
  let written = left?.events ?? 0
  const table = unfinishedIn(site.schema)
  const hold: Fence = tx => moveCheckpoint(tx, lease, at, at)
  return {
    site,
    position: () => at.position,
    events: () => written,
    isIndexed: left?.is_indexed ?? false,
    isPast: left?.is_past ?? false,
    hold,
    async move(db, events, isPast, write) {
      const last = events.at(-1)!
      const next = checkpointAt(at.version, last.position)
      await db.transaction(async tx => {
        await moveCheckpoint(tx, lease, at, next)
        await write(tx)
        await tx.query(sql.unsafe`
          update ${table} set events = events + ${events.length}, last_id = ${last.id}, last_hash = ${last.metadata.hash},
            is_past = is_past or ${isPast}`)
      })
      at = next
      written += events.length
    },
    async indexed(tx) {
      await hold(tx)
      await tx.query(sql.unsafe`update ${table} set is_indexed = true`)
    },
    end: db =>
      db.transaction(async tx => {
        await hold(tx)
        await endBuild(tx, site)
      }),
  }
}
