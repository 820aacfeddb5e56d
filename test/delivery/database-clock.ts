import { sql } from 'slonik'
import { connectPostgres, type Database } from '#edge/postgres/pool.ts'

/**
 * Makes the clock of a database movable: in sessions that begin after this, `now()`,
 * `statement_timestamp()` and `clock_timestamp()` are functions that add a shift.
 */
export async function makeClockMovable(url: string): Promise<void> {
  const db = await connectPostgres(url, { poolMax: 1 })
  await db.query(sql.unsafe`create schema test_clock`)
  await db.query(sql.unsafe`create table test_clock.shift as select 0::float8 as ms`)
  await db.query(sql.unsafe`
    create function test_clock.now() returns timestamptz language sql stable as
    'select pg_catalog.now() + (select ms from test_clock.shift) * interval ''1 millisecond'''`)
  await db.query(sql.unsafe`
    create function test_clock.clock_timestamp() returns timestamptz language sql volatile as
    'select pg_catalog.clock_timestamp() + (select ms from test_clock.shift) * interval ''1 millisecond'''`)
  await db.query(sql.unsafe`
    create function test_clock.statement_timestamp() returns timestamptz language sql stable as
    'select pg_catalog.statement_timestamp() + (select ms from test_clock.shift) * interval ''1 millisecond'''`)
  await db.query(sql.unsafe`
    do $$ begin
      execute format('alter database %I set search_path = test_clock, pg_catalog, public', current_database());
    end $$`)
  await db.end()
}

/** Puts the database's clock so much ahead of the real time. */
export async function moveClock(db: Database, ms: number): Promise<void> {
  await db.query(sql.unsafe`update test_clock.shift set ms = ${ms}`)
}
