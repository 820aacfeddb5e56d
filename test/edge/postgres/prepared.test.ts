import { type CommonQueryMethods, type QuerySqlToken, sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import type { Projection } from '#declarations/read-model.ts'
import { customPlan, prepared } from '#edge/postgres/prepared.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { createTables, replaceTables } from '#projector/tables.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { suite } from '../../harness/suite.ts'
import { startTestPostgres } from '../../harness/test-postgres.ts'

const test = suite('prepared statements')
const db = await startTestPostgres(test, 'prepared-')
await migrate(db, subscriptionMigrations)

const Statement = z.object({ name: z.string(), executions: z.number() })
/** What the session of this connection keeps. */
const keptBy = (session: CommonQueryMethods) =>
  session.any(sql.type(Statement)`
    select name, (generic_plans + custom_plans)::int4 as executions from pg_prepared_statements order by prepare_time`)

const Parcel = z.looseObject({ id: z.string() })
const parcels = (table: QuerySqlToken) =>
  ({ name: 'parcels', tables: [table], counters: [], rollups: [] }) as Partial<Projection> as Projection
const byWeight = parcels(sql.unsafe`create table parcels (id text primary key, weight integer)`)
const byLabel = parcels(sql.unsafe`create table parcels (id text primary key, label text, weight text)`)

/** A build of other columns takes the place of the live table. */
async function swapTo(projection: Projection) {
  const target = { name: 'build:parcels', schema: 'building_parcels' }
  const built = { projection, target, hold: async () => {} }
  await createTables(db, target.schema, projection, built.hold)
  assert.ok(await replaceTables(db, built, 'read', async () => true))
  await db.query(sql.unsafe`insert into read.parcels (id, weight) values ('a', '7')`)
}

const all = () => prepared(sql.type(Parcel)`select * from read.parcels`)
const lighter = (weight: number | string) =>
  prepared(sql.type(Parcel)`select id, weight from read.parcels where weight <= ${weight}`)

const codeOf = (error: unknown) => (error as { code?: string }).code

test('a connection parses a prepared statement once, and each text is a statement of its own', async () => {
  await db.connect(async session => {
    const doubled = (n: number) => prepared(sql.unsafe`select ${n}::int4 * 2`)
    for (let n = 0; n < 4; n += 1) assert.is(await session.oneFirst(doubled(n)), n * 2)
    assert.is(await session.oneFirst(prepared(sql.unsafe`select ${5}::int4 * 3`)), 15)
    await session.query(sql.unsafe`select 1`)
    const kept = await keptBy(session)
    assert.equal(
      kept.map(({ executions }) => executions),
      [4, 1],
    )
  })
})

test('a statement whose table was swapped for one with other columns is answered on the same connection', async () => {
  await swapTo(byWeight)
  await db.connect(async session => {
    assert.equal(await session.any(all()), [{ id: 'a', weight: 7 }])
    for (const [other, row] of [
      [byLabel, { id: 'a', label: null, weight: '7' }],
      [byWeight, { id: 'a', weight: 7 }],
    ] as const) {
      await swapTo(other)
      assert.equal(await session.any(all()), [row])
      assert.equal(await session.any(all()), [row])
    }
  })
})

test('within a transaction it fails with the reason, and the repetition on the same connection succeeds', async () => {
  await swapTo(byWeight)
  await db.connect(async session => {
    const write = () =>
      session.transaction(async tx => {
        await tx.query(sql.unsafe`create table if not exists written (id text)`)
        await tx.query(sql.unsafe`insert into written select 'once'`)
        return tx.any(all())
      })
    await write()
    await swapTo(byLabel)
    const error = await write().then(() => assert.unreachable('it is another table'), codeOf)
    assert.is(error, '0A000')
    assert.equal(await write(), [{ id: 'a', label: null, weight: '7' }])
    assert.is(await session.oneFirst(sql.unsafe`select count(*)::int4 from written`), 2)
  })
})

test('a parameter whose column changed its type is taken as the new type', async () => {
  await swapTo(byWeight)
  await db.connect(async session => {
    assert.equal(await session.any(lighter(7)), [{ id: 'a', weight: 7 }])
    await swapTo(byLabel)
    assert.equal(await session.any(lighter('7')), [{ id: 'a', weight: '7' }])
  })
})

test('a statement without its table fails as before, and is answered when the table is there', async () => {
  await swapTo(byWeight)
  await db.connect(async session => {
    await session.any(all())
    await db.query(sql.unsafe`drop table read.parcels`)
    assert.is(await session.any(all()).then(() => assert.unreachable('there is no table'), codeOf), '42P01')
    await swapTo(byLabel)
    assert.is((await session.any(all())).length, 1)
  })
})

test('a statement that is given a custom plan uses the index of a table that has just grown', async () => {
  await db.query(sql.unsafe`create table boxes (id int primary key)`)
  await db.query(sql.unsafe`vacuum analyze boxes`)
  await db.connect(async session => {
    const find = (tx: CommonQueryMethods, id: number) =>
      tx.query(
        prepared(sql.unsafe`
          select b.id from unnest(${sql.array([id], 'int4')}) as o(id) cross join ${customPlan} join boxes b on b.id = o.id`),
      )
    for (let count = 0; count < 10; count += 1) await find(session, 1)
    await db.query(sql.unsafe`insert into boxes select generate_series(1, 50000)`)
    // PostgreSQL takes the counts in between transactions.
    await session.transaction(async tx => {
      const scans = () => tx.oneFirst(sql.unsafe`select pg_stat_get_xact_numscans('boxes'::regclass)`)
      const before = await scans()
      await find(tx, 7)
      assert.is(await scans(), before, 'reads the whole table')
    })
  })
})

test.run()
