import { randomUUID } from 'node:crypto'
import { rmSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { type CommonQueryMethods, sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { claimRows, type LeasedTable, lockHeldRows, renewLeases } from '#edge/postgres/leased-rows.ts'
import { connectPostgres } from '#edge/postgres/pool.ts'
import { startEmbeddedPostgres } from '#embedded/postgres.ts'
import { dataFolder } from '../../harness/data-folder.ts'
import { suite } from '../../harness/suite.ts'

/**
 * A table that nobody has: parcels to be fetched from depots. Each sentence holds wherever a table keeps the end of
 * its leases.
 */
const test = suite('rows under a lease')

const dataDir = dataFolder('leased-rows-')
const postgres = await startEmbeddedPostgres({ dataDir })
const db = await connectPostgres(postgres.url)
await db.query(sql.unsafe`
  create table parcels (
    parcel uuid primary key, depot text not null, due_at timestamptz not null, lease uuid, leased_until timestamptz,
    state text not null default 'open')`)

const LEASE_MS = 60_000
const SHORT_MS = 30
const parcels = {
  name: sql.fragment`parcels`,
  id: { name: 'parcel', type: 'uuid' },
  queue: { name: 'depot', type: 'text' },
  dueAt: 'due_at',
  lease: { name: 'lease', type: 'uuid' },
  waiting: sql.fragment`d.state = 'open'`,
} satisfies Omit<LeasedTable, 'leasedUntil'>
const FORMS: LeasedTable[] = [
  { ...parcels, leasedUntil: 'leased_until' },
  { ...parcels, leasedUntil: 'due_at' },
]
const within = sql.fragment`true`

const Claimed = z.object({ id: z.string(), lease: z.string() })
type Claimed = z.infer<typeof Claimed>

async function claim(
  table: LeasedTable,
  depots: Record<string, number>,
  leaseMs = LEASE_MS,
  of: CommonQueryMethods = db,
) {
  const queues = Object.entries(depots).map(([queue, slots]) => ({ queue, slots }))
  return of.any(sql.type(Claimed)`
    with ${claimRows(table, { queues, within, leaseMs })} select parcel as id, lease from leased`)
}

/** As a caller would write it; answers with the parcels that were written. */
async function settle(table: LeasedTable, claims: readonly Claimed[], state: string) {
  const rows = claims.map(({ id, lease }) => [id, lease, state])
  const letGo = sql.identifier([table.leasedUntil === 'due_at' ? 'lease' : 'leased_until'])
  return db.anyFirst(sql.type(z.object({ parcel: z.string() }))`
    with o as (select * from ${sql.unnest(rows, ['uuid', 'uuid', 'text'])} as o(parcel, lease, state)),
    held as (${lockHeldRows(table, within)})
    update parcels d set state = held.state, ${letGo} = null from held where d.parcel = held.parcel returning d.parcel`)
}

/** Parcels of a new depot, which have been due for so many milliseconds; their ids in the same order. */
async function newDepot(...dueForMs: number[]) {
  const depot = `depot-${randomUUID()}`
  const ids = dueForMs.map(() => randomUUID())
  const rows = dueForMs.map((ms, index) => [ids[index]!, depot, ms])
  await db.query(sql.unsafe`
    insert into parcels (parcel, depot, due_at)
    select parcel, depot, clock_timestamp() - ms * interval '1 millisecond'
    from ${sql.unnest(rows, ['uuid', 'text', 'float8'])} as n(parcel, depot, ms)`)
  return { depot, ids }
}
const many = (count: number) => Array.from({ length: count }, () => 0)
const idsOf = (claims: readonly Claimed[]) => claims.map(({ id }) => id)
const stateOf = (id: string) => db.oneFirst(sql.unsafe`select state from parcels where parcel = ${id}`)

for (const table of FORMS) {
  const is = (what: string, check: () => Promise<void>) => test(`${what} (${table.leasedUntil})`, check)

  is('two claimers never get the same row', async () => {
    const { depot } = await newDepot(...many(100))
    const claims = (await Promise.all(Array.from({ length: 20 }, () => claim(table, { [depot]: 10 })))).flat()
    claims.push(...(await claim(table, { [depot]: 100 })))
    assert.is(claims.length, 100)
    assert.is(new Set(idsOf(claims)).size, 100)
  })

  is('a claim does not wait for another that is not finished, and takes what that one leaves', async () => {
    const { depot, ids } = await newDepot(20, 10)
    const first = Promise.withResolvers<readonly Claimed[]>()
    const end = Promise.withResolvers<void>()
    const open = db.transaction(async tx => {
      first.resolve(await claim(table, { [depot]: 1 }, LEASE_MS, tx))
      await end.promise
    })
    assert.equal(idsOf(await first.promise), [ids[0]])
    assert.equal(idsOf(await claim(table, { [depot]: 2 })), [ids[1]])
    end.resolve()
    await open
  })

  is('a renewal does not wait for who writes one of its rows, and renews the others', async () => {
    const { depot, ids } = await newDepot(20, 10)
    const claims = await claim(table, { [depot]: 2 })
    const locked = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    const open = db.transaction(async tx => {
      await tx.query(sql.unsafe`select from parcels where parcel = ${ids[0]!} for update`)
      locked.resolve()
      await end.promise
    })
    await locked.promise
    assert.equal([...(await renewLeases(db, table, { leases: claims, within, leaseMs: LEASE_MS }))], [ids[1]])
    end.resolve()
    await open
    assert.is((await renewLeases(db, table, { leases: claims, within, leaseMs: LEASE_MS })).size, 2)
  })

  is('what has been due longest is claimed first, and what is not due yet or does not wait is not', async () => {
    const { depot, ids } = await newDepot(1_000, 3_000, 2_000, -500_000, 9_000)
    await db.query(sql.unsafe`update parcels set state = 'lost' where parcel = ${ids[4]!}`)
    const order: string[] = []
    for (let turn = 0; turn < 4; turn += 1) order.push(...idsOf(await claim(table, { [depot]: 1 })))
    assert.equal(order, [ids[1], ids[2], ids[0]])
    await db.query(sql.unsafe`update parcels set due_at = clock_timestamp() where parcel = ${ids[3]!}`)
    assert.equal(idsOf(await claim(table, { [depot]: 1 })), [ids[3]])
  })

  is('each lane gives as many as it has slots', async () => {
    const [north, south, west] = [await newDepot(...many(5)), await newDepot(...many(2)), await newDepot(...many(2))]
    const claims = idsOf(await claim(table, { [north.depot]: 3, [south.depot]: 4 }))
    const count = (ids: string[]) => ids.filter(id => claims.includes(id)).length
    assert.equal(
      [north, south, west].map(({ ids }) => count(ids)),
      [3, 2, 0],
    )
  })

  is('a row whose lease ended is claimed by another, and the first settles and renews nothing of it', async () => {
    const { depot, ids } = await newDepot(20, 10)
    const lost = await claim(table, { [depot]: 1 }, SHORT_MS)
    const kept = await claim(table, { [depot]: 1 })
    await delay(SHORT_MS * 2)
    const [taken] = await claim(table, { [depot]: 2 })
    assert.is(taken?.id, ids[0])
    assert.is.not(taken?.lease, lost[0]?.lease)
    assert.equal(
      [...(await renewLeases(db, table, { leases: [...lost, ...kept], within, leaseMs: SHORT_MS }))],
      [ids[1]],
    )
    assert.equal(await settle(table, [...lost, ...kept], 'fetched'), [ids[1]])
    assert.equal([await stateOf(ids[0]!), await stateOf(ids[1]!)], ['open', 'fetched'])
    await delay(SHORT_MS * 2)
    assert.equal(await claim(table, { [depot]: 2 }), [], 'the lease of the second is as long as it was')
    assert.equal(await settle(table, [taken!], 'fetched'), [ids[0]])
  })

  is('a row whose lease ended and that nobody claimed meanwhile is still settled', async () => {
    const { depot, ids } = await newDepot(0)
    const claims = await claim(table, { [depot]: 1 }, SHORT_MS)
    await delay(SHORT_MS * 2)
    assert.equal(await settle(table, claims, 'fetched'), ids)
  })

  is('a renewed lease holds', async () => {
    const { depot, ids } = await newDepot(0)
    const claims = await claim(table, { [depot]: 1 }, SHORT_MS)
    assert.equal([...(await renewLeases(db, table, { leases: claims, within, leaseMs: LEASE_MS }))], ids)
    await delay(SHORT_MS * 2)
    assert.equal(await claim(table, { [depot]: 1 }), [])
  })

  is('what was settled is neither settled nor renewed again', async () => {
    const { depot } = await newDepot(0)
    const claims = await claim(table, { [depot]: 1 })
    await settle(table, claims, 'open')
    assert.equal(await settle(table, claims, 'fetched'), [])
    assert.is((await renewLeases(db, table, { leases: claims, within, leaseMs: LEASE_MS })).size, 0)
  })

  is('renewals and settlements of the same rows in any order do not lock each other out', async () => {
    const { depot } = await newDepot(...many(300))
    const claims = await claim(table, { [depot]: 300 })
    const leases = claims.toReversed()
    let left = [...claims]
    const renewing = (async () => {
      while (left.length > 0) await renewLeases(db, table, { leases, within, leaseMs: LEASE_MS })
    })()
    while (left.length > 0) {
      await settle(table, left.slice(0, 30), 'fetched')
      left = left.slice(30)
    }
    await renewing
    assert.is(await deadlocks(), 0)
  })
}

test('a lease that ends later than one can is from before the clock was set back: another claims the row', async () => {
  const [table] = FORMS
  const { depot, ids } = await newDepot(0)
  await claim(table!, { [depot]: 1 })
  await db.query(
    sql.unsafe`update parcels set leased_until = leased_until + interval '1 hour' where parcel = ${ids[0]!}`,
  )
  assert.equal(idsOf(await claim(table!, { [depot]: 1 })), ids)
})

/** PostgreSQL breaks them up, and the pool repeats what failed: they show as seconds lost, and here. */
async function deadlocks(): Promise<number> {
  await delay(1_100)
  return db.oneFirst(
    sql.type(z.object({ deadlocks: z.number() }))`
      select deadlocks from pg_stat_database where datname = current_database()`,
  )
}

test.after(async () => {
  await db.end()
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})
test.run()
