import { type CommonQueryMethods, sql } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
import { withoutTimeLimit } from '#edge/postgres/connection-watchdog.ts'
import { isLockTimeout, shortLockTimeout } from '#edge/postgres/lock-timeout.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { type Checkpoint, putCheckpoint, readCheckpoint } from '#subscription/checkpoint.ts'
import { revokeLease } from '#subscription/lease.ts'
import type { BuildTarget } from './build-target.ts'

/** The schema of queries. Its tables can be dropped and rebuilt. */
export const LIVE_SCHEMA = 'read'

/** First half of an advisory lock that allows one swap at a time. */
const SWAP_LOCK = 7_245

/** Runs first in each transaction of a build. Throws when another process has taken over the build. */
export type Fence = (tx: Transaction) => Promise<void>

type BuiltTables = { projection: Projection; target: BuildTarget; hold: Fence }

export function tableNames({ name, counters, rollups }: Projection): string[] {
  return [name, ...counters.map(({ table }) => table), ...rollups.map(({ table }) => table)]
}

function searchPath(schema: string) {
  return sql.unsafe`select set_config('search_path', ${JSON.stringify(schema)}, true)`
}

/** Creates empty tables without indexes. Drops those of an unfinished build. `alsoCreate` joins the transaction. */
export async function createTables(
  db: Database,
  schema: string,
  projection: Projection,
  fence: Fence,
  alsoCreate: (tx: Transaction) => Promise<void> = async () => {},
): Promise<void> {
  await db.transaction(async tx => {
    await fence(tx)
    const identifier = sql.identifier([schema])
    await tx.query(sql.unsafe`drop schema if exists ${identifier} cascade`)
    await tx.query(sql.unsafe`create schema ${identifier}`)
    await tx.query(searchPath(schema))
    for (const statement of projection.tables) await tx.query(statement)
    await alsoCreate(tx)
  })
}

/** Creates the indexes and collects statistics, which is cheaper when the rows are there. */
export async function finishTables(db: Database, schema: string, projection: Projection, fence: Fence): Promise<void> {
  await db.transaction(async tx => {
    await fence(tx)
    await tx.query(withoutTimeLimit)
    await tx.query(searchPath(schema))
    for (const statement of projection.indexes) await tx.query(statement)
    for (const name of tableNames(projection)) await tx.query(sql.unsafe`analyze ${sql.identifier([name])}`)
  })
}

export async function tablesExist(
  db: CommonQueryMethods,
  projection: Projection,
  schema = LIVE_SCHEMA,
): Promise<boolean> {
  const names = tableNames(projection).map(name => `${schema}.${name}`)
  return !(await db.exists(sql.unsafe`
    select 1 from unnest(${sql.array(names, 'text')}) as name where to_regclass(name) is null`))
}

/** Returns false when the live tables are ahead of `checkpoint` or readers hold them too long. */
export async function swapTables(db: Database, built: BuiltTables, checkpoint: Checkpoint): Promise<boolean> {
  const { name } = built.projection
  return replaceTables(db, built, LIVE_SCHEMA, async tx => {
    // The projector locks this row before its rows, so no batch is applied between this check and the swap.
    const live = await readCheckpoint(tx, name, 'lock')
    if (live !== null && (live.lastEvent ?? -1n) > (checkpoint.lastEvent ?? -1n)) return false
    await putCheckpoint(tx, name, checkpoint)
    // The projector keeps rows in memory, and one of the older version would lead until its next event. One whose
    // checkpoint was deleted may not know it yet, and be at the same position.
    await revokeLease(tx, name)
    return true
  })
}

/**
 * Moves the built tables into `schema`, drops those there, and ends the build, in one transaction that `canReplace` can
 * cancel. Returns false when it did, or when readers hold the tables too long.
 */
export async function replaceTables(
  db: Database,
  { projection, target, hold }: BuiltTables,
  schema: string,
  canReplace: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await db.transaction(async tx => {
      await hold(tx)
      await tx.query(shortLockTimeout)
      // "if not exists" does not protect against a concurrent `create schema`.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(${SWAP_LOCK}, 0)`)
      if (!(await canReplace(tx))) return false
      await tx.query(sql.unsafe`create schema if not exists ${sql.identifier([schema])}`)
      // Counters first, in the lock order of lists: any other order deadlocks.
      for (const name of tableNames(projection).toReversed()) {
        await tx.query(sql.unsafe`drop table if exists ${sql.identifier([schema, name])}`)
        await tx.query(
          sql.unsafe`alter table ${sql.identifier([target.schema, name])} set schema ${sql.identifier([schema])}`,
        )
      }
      await discardBuild(tx, target)
      return true
    })
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

export async function discardBuild(tx: Transaction, { name, schema }: BuildTarget): Promise<void> {
  await tx.query(sql.unsafe`delete from ops.checkpoints where name = ${name}`)
  await tx.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
}
