import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Database, Transaction } from './pool.ts'

/** One step of the schema of `ops` and `vault`; read models bring their own tables and are rebuilt instead. */
export type Migration = { name: string; statements: QuerySqlToken[] }

/** What a database has seen of the migrations: when each was applied, null when it is pending. */
export type MigrationStatus = { name: string; applied_at: string | null }

/** Any number, the same in every process: only one of them migrates at a time. */
const MIGRATION_LOCK = 7_243_001

const Applied = z.object({ name: z.string(), applied_at: z.string() })

/**
 * Applies the migrations that this database has not seen, in order, all in one transaction; answers with their names. Never edit one
 * that has shipped. The lock is the transaction's: of a process that freezes in the middle PostgreSQL ends the transaction
 * (IDLE_IN_TRANSACTION_MS_MAX), so that it keeps no other from starting.
 */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<string[]> {
  if (pendingOf(await migrationStatus(db, migrations)).length === 0) return []
  return db.transaction(async tx => {
    await tx.query(sql.unsafe`select pg_advisory_xact_lock(${MIGRATION_LOCK})`)
    await tx.query(sql.unsafe`create schema if not exists ops`)
    await tx.query(sql.unsafe`create schema if not exists vault`)
    await tx.query(
      sql.unsafe`create table if not exists ops.migrations (name text primary key, applied_at timestamptz not null default now())`,
    )
    // Another process may have applied some while this one waited for its turn.
    const pending = new Set(pendingOf(await migrationStatus(tx, migrations)))
    for (const migration of migrations) {
      if (!pending.has(migration.name)) continue
      for (const statement of migration.statements) await tx.query(statement)
      await tx.query(sql.unsafe`insert into ops.migrations (name) values (${migration.name})`)
    }
    return [...pending]
  })
}

/** In the order in which they are applied; at the end what only a newer version knows. */
export async function migrationStatus(
  db: Database | Transaction,
  migrations: readonly Migration[],
): Promise<MigrationStatus[]> {
  const isEmpty = await db.exists(sql.unsafe`select 1 where to_regclass('ops.migrations') is null`)
  const rows = isEmpty
    ? []
    : await db.any(sql.type(Applied)`select name, applied_at from ops.migrations order by applied_at, name`)
  const applied = new Map(rows.map(({ name, applied_at }) => [name, applied_at]))
  const known = migrations.map(({ name }) => ({ name, applied_at: applied.get(name) ?? null }))
  const names = new Set(known.map(({ name }) => name))
  return [...known, ...rows.filter(({ name }) => !names.has(name))]
}

export function pendingOf(status: readonly MigrationStatus[]): string[] {
  return status.filter(({ applied_at }) => applied_at === null).map(({ name }) => name)
}
