import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Database, Transaction } from './pool.ts'

/** A migration of the schemas `ops` and `vault`. Read models have none; they are rebuilt. */
export type Migration = { name: string; statements: QuerySqlToken[] }

/** `applied_at`: null = pending. */
export type MigrationStatus = { name: string; applied_at: string | null }

/** An advisory lock: one process migrates at a time. */
const MIGRATION_LOCK = 7_243_001

const Applied = z.object({ name: z.string(), applied_at: z.string() })

/**
 * Applies pending migrations in order, in one transaction. Returns their names. Never edit a shipped one. The lock
 * belongs to the transaction, which PostgreSQL ends when a process freezes (IDLE_IN_TRANSACTION_MS_MAX).
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
    // Another process may have applied some while this one waited for the lock.
    const pending = new Set(pendingOf(await migrationStatus(tx, migrations)))
    for (const migration of migrations) {
      if (!pending.has(migration.name)) continue
      for (const statement of migration.statements) await tx.query(statement)
      await tx.query(sql.unsafe`insert into ops.migrations (name) values (${migration.name})`)
    }
    return [...pending]
  })
}

/** In the order of application, then those of a newer version. */
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
