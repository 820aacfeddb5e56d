import { randomUUID } from 'node:crypto'
import { type CommonQueryMethods, type QuerySqlToken, sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { claim, renew } from '#delivery/dispatch/claim.ts'
import type { LeasedDelivery } from '#delivery/dispatch/leased-delivery.ts'
import { writeOutcomes } from '#delivery/dispatch/write-outcomes.ts'
import { deliveryMigrations } from '#delivery/migrations.ts'
import { DELIVERY_TABLES } from '#delivery/queue.ts'
import { addDays, dayOf, ensureDay } from '#edge/postgres/day-partitions.ts'
import { migrate } from '#edge/postgres/schema.ts'
import { subscriptionMigrations } from '#subscription/migrations.ts'
import { suite } from '../harness/suite.ts'
import { startTestPostgres } from '../harness/test-postgres.ts'

/** A day is a partition. Prepared statements read those of days with pending deliveries only, as any other does. */
const test = suite('delivery: prepared statements skip days')
const db = await startTestPostgres(test, 'pruned-days-')
await migrate(db, [...subscriptionMigrations, ...deliveryMigrations])

const DAYS = 20
/** PostgreSQL decides after five whether it keeps a plan. */
const EXECUTIONS = 12
const LEASE_MS = 60_000

const today = dayOf(new Date())
for (let ago = 0; ago < DAYS; ago += 1) await ensureDay(db, DELIVERY_TABLES, addDays(today, -ago))

const leased: LeasedDelivery = {
  ...{ day: today, id: randomUUID(), event: randomUUID(), webhook: randomUUID(), lease: randomUUID() },
  ...{ type: 'refund.created', test: false, replay: false, manual: false, delivered: false, attempts: 0, tries: 0 },
  ...{ sequence: 1, created_at: new Date().toISOString(), body: Buffer.from('{}') },
}
const outcome = {
  ...{ delivery: leased, state: 'succeeded' as const, retryDelayMs: 0, attempts: 1, tries: 1, at: new Date() },
  ...{ status: 200, durationMs: 5, error: null, headers: { server: 'test' }, body: null },
}
const claimOf = (count: number) => (tx: CommonQueryMethods) => {
  const claims = Array.from({ length: count }, () => ({ webhook: randomUUID(), slots: 5 }))
  return claim(tx, claims, { oldest: today, leasedIds: [randomUUID()], byMs: null, leaseMs: LEASE_MS })
}

/** The statement that `run` sends. */
async function statementOf(run: (db: CommonQueryMethods) => Promise<unknown>): Promise<QuerySqlToken> {
  const sent: QuerySqlToken[] = []
  const take = async (query: QuerySqlToken) => {
    sent.push(query)
    return []
  }
  await run({ any: take, anyFirst: take } as Partial<CommonQueryMethods> as CommonQueryMethods)
  assert.is(sent.length, 1)
  return sent[0]!
}

const literal = (value: unknown) => {
  if (!Array.isArray(value))
    return sql.literalValue(value instanceof Buffer ? `\\x${value.toString('hex')}` : String(value))
  const elements = value.map(one => (one === null ? 'null' : JSON.stringify(String(one))))
  return sql.literalValue(`{${elements.join()}}`)
}

const Prepared = z.object({ name: z.string(), generic_plans: z.number() })
const Line = z.object({ 'QUERY PLAN': z.string() })

for (const [what, run] of [
  ['a claim for one endpoint', claimOf(1)],
  ['a claim for fifty endpoints', claimOf(50)],
  ['a renewal', tx => renew(tx, [leased], LEASE_MS)],
  ['a write of outcomes', tx => writeOutcomes(tx, [outcome])],
] satisfies [string, (tx: CommonQueryMethods) => Promise<unknown>][])
  test(`${what} reads the partitions of one day, however often it was executed`, async () => {
    const query = await statementOf(run)
    await db.connect(async session => {
      for (let count = 0; count < EXECUTIONS; count += 1) await session.any(query)
      const { name, generic_plans } = await session.one(
        sql.type(Prepared)`
          select name, generic_plans from pg_prepared_statements where starts_with(name, ${query.name ?? null})`,
      )
      assert.is(generic_plans, 0, 'a plan was kept, which may be from before a day had rows')
      const values = sql.join(query.values.map(literal), sql.fragment`, `)
      const plan = await session.anyFirst(
        sql.type(Line)`explain (costs off) execute ${sql.identifier([name])}(${values})`,
      )
      const days = new Set(plan.join('\n').match(/(?<=\bwebhook_deliveries_)\d{8}\b/g))
      assert.equal([...days], [today.replaceAll('-', '')])
    })
  })

test.run()
