import { createHash, randomInt } from 'node:crypto'
import { sql } from 'slonik'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { isReadable, type LoggedEvent, type Position } from '#event-sourcing/event-store.ts'
import type { Service } from '#service.ts'
import {
  type Checkpoint,
  CheckpointMoved,
  moveCheckpoint,
  putCheckpoint,
  readCheckpoint,
} from '#subscription/checkpoint.ts'
import { assertLease, type Lease } from '#subscription/lease.ts'
import type { BuildTarget } from './build-target.ts'
import { createTables, discardBuild, type Fence, tablesExist } from './tables.ts'

type Deps = Pick<Service, 'store' | 'db'>

const BUILD_ID_MAX = 2 ** 31

/**
 * The position of a build in PostgreSQL and in this process. Each transaction moves it from where this build left it,
 * and fails when it is elsewhere: another process continued the build, or PostgreSQL crashed and lost the last commits.
 */
export type ResumableBuild = ReturnType<typeof createBuild>

/** The state of a build, stored with its tables in the same transactions. */
const UnfinishedBuild = z
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
type UnfinishedBuild = z.infer<typeof UnfinishedBuild>

/**
 * Continues an interrupted build whose tables are complete, of the same definition, and whose last event is still at
 * its position in the log; rows and position were written together. Otherwise, or when `fromScratch`, starts again.
 */
export async function openBuild(
  deps: Deps,
  projection: Projection,
  target: BuildTarget,
  lease: Lease,
  options: { fromScratch?: boolean; positionMax?: bigint } = {},
): Promise<ResumableBuild> {
  const build = { projection, target, lease, id: randomInt(BUILD_ID_MAX) }
  const unfinished = options.fromScratch ? null : await findUnfinished(deps, projection, target)
  const isWithin = options.positionMax === undefined || (unfinished?.position.commit ?? 0n) <= options.positionMax
  if (unfinished !== null && isWithin && (await isOfThisLog(deps, unfinished))) {
    await deps.db.transaction(tx => resume(tx, build, unfinished))
    return createBuild(build, unfinished)
  }
  await begin(deps.db, build)
  return createBuild(build, null)
}

type NewBuild = { projection: Projection; target: BuildTarget; lease: Lease; id: number }

/** The position is always that of the last event. */
function checkpointAt(version: number, position: Position | null): Checkpoint {
  return { version, position, lastEvent: position?.commit ?? null, lastId: null }
}

async function begin(db: Database, { projection, target, lease, id }: NewBuild): Promise<void> {
  const fence: Fence = async tx => {
    await assertLease(tx, lease)
    await putCheckpoint(tx, target.name, checkpointAt(id, null))
  }
  const table = unfinishedTable(target.schema)
  await createTables(db, target.schema, projection, fence, async tx => {
    await tx.query(sql.unsafe`
      create table ${table} (id integer not null, made_for text not null, events bigint not null, last_id text, last_hash text,
        is_indexed boolean not null, is_past boolean not null, begun_at timestamptz not null default now())`)
    await tx.query(sql.unsafe`
      insert into ${table} values (${id}, ${definitionDigest(projection)}, 0, null, null, false, false)`)
  })
}

/** Refuses later writes of the interrupted build: the position belongs to this one. */
async function resume(tx: Transaction, { target, lease, id }: NewBuild, unfinished: UnfinishedBuild): Promise<void> {
  await assertLease(tx, lease)
  const now = await readCheckpoint(tx, target.name, 'lock')
  if (now?.version !== unfinished.id || now.lastEvent !== unfinished.position.commit)
    throw new CheckpointMoved(target.name)
  await putCheckpoint(tx, target.name, { ...now, version: id })
  await tx.query(sql.unsafe`update ${unfinishedTable(target.schema)} set id = ${id}`)
}

function unfinishedTable(schema: string) {
  return sql.identifier([schema, 'unfinished'])
}

/** One statement reads position and tables in one snapshot. */
async function findUnfinished(
  { db }: Deps,
  projection: Projection,
  { name, schema }: BuildTarget,
): Promise<UnfinishedBuild | null> {
  const isThere = await db.exists(sql.unsafe`select 1 where to_regclass(${`${schema}.unfinished`}) is not null`)
  if (!isThere || !(await tablesExist(db, projection, schema))) return null
  return db.maybeOne(sql.type(UnfinishedBuild)`
    select u.*, commit_position::text, prepare_position::text
    from ${unfinishedTable(schema)} as u join ops.checkpoints as c on c.version = u.id
    where c.name = ${name} and made_for = ${definitionDigest(projection)} and last_event = commit_position`)
}

/** A replaced or restored log has another event at this position, or none. */
async function isOfThisLog({ store }: Deps, { position, last_id, last_hash }: UnfinishedBuild): Promise<boolean> {
  const event = await store.at(position)
  return event !== null && isReadable(event) && event.id === last_id && event.metadata.hash === last_hash
}

/** The version identifies a released read model. During development its tables change before the version does. */
function definitionDigest({ version, prefixes, tables, indexes }: Projection): string {
  const declared = [...prefixes, ...[...tables, ...indexes].map(statement => statement.sql)]
  return `${version} ${createHash('sha256').update(declared.join(';')).digest('hex')}`
}

function createBuild(build: NewBuild, unfinished: UnfinishedBuild | null) {
  const { projection, target, lease, id } = build
  let at = checkpointAt(id, unfinished?.position ?? null)
  let written = unfinished?.events ?? 0
  const table = unfinishedTable(target.schema)
  const hold: Fence = tx => moveCheckpoint(tx, lease, at, at)
  return {
    ...{ projection, target, lease },
    /** The position of the last written event; null = the beginning. */
    position: () => at.position,
    events: () => written,
    isIndexed: unfinished?.is_indexed ?? false,
    /** Whether an earlier run passed the time up to which events are selected. */
    isPast: unfinished?.is_past ?? false,
    hold,
    /** Runs `write` and moves the position after `events` in one transaction. */
    async advance(db: Database, events: readonly LoggedEvent[], isPast: boolean, write: Fence): Promise<void> {
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
    async markIndexed(tx: Transaction): Promise<void> {
      await hold(tx)
      await tx.query(sql.unsafe`update ${table} set is_indexed = true`)
    },
    discard: (db: Database) =>
      db.transaction(async tx => {
        await hold(tx)
        await discardBuild(tx, target)
      }),
  }
}
