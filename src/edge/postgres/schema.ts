import { type QuerySqlToken, sql } from 'slonik'
import { z } from 'zod'
import type { Database } from './pool.ts'

/** One step of the schema of `ops` and `vault`; read models bring their own tables and are rebuilt instead. */
export type Migration = { name: string; statements: QuerySqlToken[] }

/** Any number, the same in every process: only one of them migrates at a time. */
const MIGRATION_LOCK = 7_243_001

/** Applies the migrations that this database has not seen, in order, each in its own transaction. Never edit one that has shipped. */
export async function migrate(db: Database, migrations: readonly Migration[]): Promise<void> {
  await db.connect(async connection => {
    await connection.query(sql.unsafe`select pg_advisory_lock(${MIGRATION_LOCK})`)
    try {
      await connection.query(sql.unsafe`create schema if not exists ops`)
      await connection.query(sql.unsafe`create schema if not exists vault`)
      await connection.query(
        sql.unsafe`create table if not exists ops.migrations (name text primary key, applied_at timestamptz not null default now())`,
      )
      const done = new Set(
        await connection.anyFirst(sql.type(z.object({ name: z.string() }))`select name from ops.migrations`),
      )
      for (const migration of migrations) {
        if (done.has(migration.name)) continue
        await connection.transaction(async tx => {
          for (const statement of migration.statements) await tx.query(statement)
          await tx.query(sql.unsafe`insert into ops.migrations (name) values (${migration.name})`)
        })
      }
    } finally {
      await connection.query(sql.unsafe`select pg_advisory_unlock(${MIGRATION_LOCK})`)
    }
  })
}
