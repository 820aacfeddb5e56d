import { type CommonQueryMethods, sql } from 'slonik'
import type { Projection } from '#declarations/read-model.ts'
import { withoutTimeLimit } from '#edge/postgres/connection-watchdog.ts'
import { isLockTimeout, shortLockTimeout } from '#edge/postgres/lock-timeout.ts'
import type { Database, Transaction } from '#edge/postgres/pool.ts'
import { type Checkpoint, putCheckpoint, readCheckpoint } from '#subscription/checkpoint.ts'
import { revokeLease } from '#subscription/leader-election.ts'
import { type BuildTarget, liveTarget } from './build-target.ts'

/** The schema that queries read. Everything in it can be thrown away and rebuilt. */
export const LIVE_SCHEMA = 'read'

/** First half of an advisory lock: one swap at a time, whatever the read model. */
const SWAP_LOCK = 7_245

/** Makes sure, at the head of each transaction of a build, that it is still this one to its end; throws when it is not. */
export type Fence = (tx: Transaction) => Promise<void>

/** The read model's own first, then its counters. */
export function tableNames({ name, counters }: Projection): string[] {
  return [name, ...counters.map(({ table }) => table)]
}

function searchPath(schema: string) {
  return sql.unsafe`select set_config('search_path', ${JSON.stringify(schema)}, true)`
}

/** Empty tables, without indexes, in a schema of their own; what an unfinished build left there is dropped. `beside` runs in the same transaction. */
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

/** What is cheaper once the rows are there: indexes, and the statistics without which first queries would be planned badly. */
export async function finishTables(db: Database, schema: string, projection: Projection, fence: Fence): Promise<void> {
  await db.transaction(async tx => {
    await fence(tx)
    // Takes as long as the table is large.
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

/**
 * Puts the built tables in the place of the live ones, in one transaction: a reader sees the old model or the new one. Answers
 * false, and changes nothing, when the live tables are further in the log than `built` or readers hold them too long.
 */
export async function swapTables(
  db: Database,
  projection: Projection,
  built: Checkpoint,
  fence: Fence,
): Promise<boolean> {
  return replaceTables(db, projection, liveTarget(projection), LIVE_SCHEMA, fence, async tx => {
    // Held to the end: the follower takes it before its rows, so no batch lands between the look and the swap.
    const live = await readCheckpoint(tx, projection.name, 'lock')
    if (live !== null && (live.lastEvent ?? -1n) > (built.lastEvent ?? -1n)) return false
    await putCheckpoint(tx, projection.name, built)
    // A process of the version before would lead on until something comes to it, and what the new tables take besides may come first.
    if (live !== null && live.version !== built.version) await revokeLease(tx, projection.name)
    return true
  })
}

/**
 * Moves the built tables into `schema`, in the place of what is there, and ends the build, in one transaction that `agree` can call off.
 * Answers false when it did, or when others hold the tables too long.
 */
export async function replaceTables(
  db: Database,
  projection: Projection,
  target: BuildTarget,
  schema: string,
  fence: Fence,
  canReplace: (tx: Transaction) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await db.transaction(async tx => {
      await fence(tx)
      await tx.query(shortLockTimeout)
      // Two transactions that create one schema at the same time do not see each other, "if not exists" or not.
      await tx.query(sql.unsafe`select pg_advisory_xact_lock(${SWAP_LOCK}, 0)`)
      if (!(await canReplace(tx))) return false
      await tx.query(sql.unsafe`create schema if not exists ${sql.identifier([schema])}`)
      // Counters first, as lists ask for them: the other way round a list and the swap would wait for each other.
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

/** Forgets a build and whatever is in its schema. */
export async function discardBuild(tx: Transaction, { name, schema }: BuildTarget): Promise<void> {
  await tx.query(sql.unsafe`delete from ops.checkpoints where name = ${name}`)
  await tx.query(sql.unsafe`drop schema if exists ${sql.identifier([schema])} cascade`)
}
