import { sql } from 'slonik'
import { z } from 'zod'
import { isLockTimeout, shortLockTimeout } from './lock-timeout.ts'
import type { Database } from './pool.ts'

/** UTC calendar day, `2026-11-21`. */
export type Day = string

export function dayOf(date: Date): Day {
  return date.toISOString().slice(0, 10)
}

export function addDays(day: Day, days: number): Day {
  return dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000))
}

/** An advisory lock: one process changes partitions at a time. */
const PARTITION_LOCK = 7_243_002

/** Attaching a partition does not block readers and writers of the others. */
export async function ensureDay(db: Database, tables: readonly string[], day: Day): Promise<void> {
  await db.transaction(async tx => {
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(${PARTITION_LOCK})`)
    for (const table of tables) {
      const name = partitionName(table, day)
      const exists = await tx.exists(sql.unsafe`select 1 where to_regclass(${`ops.${name}`}) is not null`)
      if (exists) continue
      const partition = sql.identifier(['ops', name])
      const parent = sql.identifier(['ops', table])
      const [from, to] = [sql.literalValue(day), sql.literalValue(addDays(day, 1))]
      await tx.query(
        sql.unsafe`create table ${partition} (like ${parent} including defaults including constraints including indexes)`,
      )
      await tx.query(
        sql.unsafe`alter table ${parent} attach partition ${partition} for values from (${from}) to (${to})`,
      )
    }
  })
}

/** Keeps the newest and those in use. Returns the names of the dropped partitions. */
export async function dropDaysBefore(
  db: Database,
  tables: readonly string[],
  { oldest, keepNewest }: { oldest: Day; keepNewest: number },
): Promise<string[]> {
  const names = await db.anyFirst(sql.type(z.object({ name: z.string() }))`
    select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent join pg_namespace n on n.oid = p.relnamespace
    where n.nspname = 'ops' and p.relname = any(${sql.array(tables, 'text')})
    order by array_position(${sql.array(tables, 'text')}, p.relname::text), c.relname desc`)
  const byTable = Map.groupBy(names, name => name.slice(0, -8))
  const beyond = [...byTable.values()].flatMap(newestFirst => newestFirst.slice(keepNewest))
  const old = beyond.filter(name => name.slice(-8) < oldest.replaceAll('-', ''))
  const dropped: string[] = []
  for (const name of old) if (await dropUnlessInUse(db, name)) dropped.push(name)
  return dropped
}

/** Null: the table has no partition. */
export async function oldestDay(db: Database, table: string): Promise<Day | null> {
  const name = await db.maybeOneFirst(sql.type(z.object({ name: z.string() }))`
    select c.relname as name from pg_inherits i
    join pg_class c on c.oid = i.inhrelid join pg_class p on p.oid = i.inhparent join pg_namespace n on n.oid = p.relnamespace
    where n.nspname = 'ops' and p.relname = ${table}
    order by c.relname limit 1`)
  const [, year, month, day] = /(\d{4})(\d\d)(\d\d)$/.exec(name ?? '') ?? []
  return year === undefined ? null : `${year}-${month}-${day}`
}

async function dropUnlessInUse(db: Database, name: string): Promise<boolean> {
  try {
    await db.transaction(async tx => {
      await tx.query(shortLockTimeout)
      await tx.query(sql.unsafe`drop table ${sql.identifier(['ops', name])}`)
    })
    return true
  } catch (error) {
    if (isLockTimeout(error)) return false
    throw error
  }
}

function partitionName(table: string, day: Day): string {
  return `${table}_${day.replaceAll('-', '')}`
}
