import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import type { VelocityAggregates } from '#domain/fraud/features.ts'
import { NO_AGGREGATES } from '#domain/fraud/features.ts'
import { DAY_MS, HOUR_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { findAggregatesBefore } from '#modules/fraud/aggregates/find-aggregates-before.ts'
import { fraudTransactions } from '#projections/fraud/transactions.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { applyEvents } from '#projector/rows.ts'
import { listTransactions } from '#queries/fraud/list-transactions.ts'
import { findAggregates } from '../harness/find-aggregates.ts'
import { suite } from '../harness/suite.ts'
import { startTestPostgres } from '../harness/test-postgres.ts'
import { putEmptyTables } from '../projector/empty-tables.ts'
import { random } from '../projector/refund-histories.ts'
import { fraudLog, iso, T0, type Told } from './fraud-log.ts'
import { recordedOne } from './recorded-one.ts'

const test = suite('figures across users of many transactions')
const db = await startTestPostgres(test, 'figures-before-')

const CLIENT = 'clt_1'

async function given(figures: readonly Recorded<DomainEvent>[], listed: readonly Recorded<DomainEvent>[]) {
  await db.query(sql.unsafe`truncate read.fraud_figures, read.fraud_transactions`)
  await db.transaction(async tx => {
    await applyEvents(tx, 'read', velocityAggregates, figures)
    await applyEvents(tx, 'read', fraudTransactions, listed)
  })
}

const before = async () => {
  const listed = await listTransactions(db, CLIENT, {}, { after: null, limit: 1_000 })
  const found = await findAggregatesBefore(
    { db },
    CLIENT,
    listed.map(one => ({ ...one, account: null })),
  )
  return new Map(listed.map(({ transaction_id, transaction_key }) => [transaction_id, found.get(transaction_key)]))
}

test('each has the aggregates of the transactions before it, with every report up to its time', async () => {
  await putEmptyTables(db)
  const next = random(3)
  const pick = (n: number) => Math.floor(next() * n)
  // Shuffled: the order in which they entered says nothing.
  const told: Told[] = Array.from({ length: 220 }, (_, n) => ({
    tx: `tx_${n}`,
    user: `user_${pick(6)}`,
    at: T0 - pick(20) * DAY_MS - pick(4) * HOUR_MS - pick(5) * 60_000,
    merchant: pick(6) === 0 ? null : `shop_${pick(3)}`,
    device: pick(4) === 0 ? null : `phone_${pick(4)}`,
    base: pick(900) + 1,
  }))
  const order = [...told.entries()].sort(([n, one], [m, two]) => one.at - two.at || n - m).map(([, one]) => one)
  const reports = told.filter(() => pick(6) === 0)
  const log = fraudLog()
  const events = new Map(told.map(one => [one.tx, log.told(one)]))
  const reported = reports.map((one, n) => log.requested(`rf_${n}`, one.tx, one.at + pick(9) * DAY_MS + 1))
  const withdrawn = reported
    .filter((_, n) => n % 3 === 0)
    .map(({ at }, n) => log.cancelled(`rf_${n * 3}`, Date.parse(at) + 2 * DAY_MS))
  const recorded = order.map(recordedOne)
  await given([...events.values(), ...reported, ...withdrawn], [...recorded, ...events.values()])
  const found = await before()
  assert.is(found.size, told.length)
  let worth = 0
  for (const [n, { tx, user = '', at, merchant = null, device = null }] of order.entries()) {
    if (n % 3 !== 0) continue
    const earlier = order.slice(0, n).map(one => events.get(one.tx)!)
    await db.query(sql.unsafe`truncate read.fraud_figures`)
    await db.transaction(tx => applyEvents(tx, 'read', velocityAggregates, [...earlier, ...reported, ...withdrawn]))
    const { aggregates } = await findAggregates(
      { db },
      { client_id: CLIENT, user_id: user, transaction_id: tx, merchant, device, at },
    )
    assert.equal(found.get(tx), aggregates, `${tx} of ${iso(at)}`)
    if (
      aggregates.deviceUsers > 1 &&
      (aggregates.merchant?.n24h ?? 0) > 1 &&
      (aggregates.merchant?.known.n30d ?? 0) > 0
    )
      worth += 1
  }
  assert.ok(worth > 10, `${worth} of them say something`)
})

test('reports on the transaction itself do not count, even those from before its time', async () => {
  const log = fraudLog()
  const one = { tx: 'tx_early', user: 'user_1', at: T0, merchant: 'shop_1', device: null }
  const events = [log.told(one), log.requested('rf_early', one.tx, one.at - 1)]
  await given(events, [recordedOne(one, 0), events[0]!])
  const asked = { client_id: CLIENT, user_id: one.user, merchant: one.merchant, device: null, at: one.at }
  const knownOf = ({ merchant, known }: VelocityAggregates) => [merchant!.known.n30d, known.n]
  assert.equal(knownOf((await findAggregates({ db }, asked)).aggregates), [1, 1])
  assert.equal(knownOf((await findAggregates({ db }, { ...asked, transaction_id: one.tx })).aggregates), [0, 0])
  assert.equal(knownOf((await before()).get(one.tx)!), [0, 0])
})

test('hours end with the transaction, the first hour of a day too, and a window begins where it did', async () => {
  const log = fraudLog()
  const midnight = Date.UTC(2026, 5, 15)
  const times = [
    midnight - 1,
    midnight,
    midnight + 1,
    midnight + HOUR_MS - 1,
    midnight + HOUR_MS,
    midnight - 23 * HOUR_MS,
  ]
  const told = times.map((at, n): Told => ({ tx: `tx_${n}`, at, base: 10 ** n }))
  const events = told.map(log.told)
  await given(events, [...told.map(recordedOne), ...events])
  const found = await before()
  const [last, first, second, end, next, oldest] = told.map(({ tx }) => found.get(tx)!.merchant!)
  assert.equal(
    [oldest, last, first, second, end, next].map(figures => [figures!.n24h, figures!.sum7d]),
    [
      [0, 0],
      [1, 100_000],
      // Twenty-four hours ago begins with the hour of the oldest.
      [2, 100_001],
      [3, 100_011],
      [4, 100_111],
      [4, 101_111],
    ],
  )
})

test('of the same moment the first to be recorded comes first, for merchant and device', async () => {
  const log = fraudLog()
  const told = [0, 1, 2].map((n): Told => ({ tx: `tx_${n}`, user: `user_${n}`, at: T0, device: 'phone' }))
  const events = told.toReversed().map(log.told)
  await given(events, [...told.map(recordedOne), ...events])
  const found = await before()
  assert.equal(
    told.map(({ tx }) => [found.get(tx)!.merchant!.n24h, found.get(tx)!.deviceUsers]),
    [
      [0, 0],
      [1, 1],
      [2, 2],
    ],
  )
})

test("a device that was last seen 30 days before is no other user's, and one without figures has none", async () => {
  const log = fraudLog()
  const told: Told[] = [
    { tx: 'tx_0', user: 'user_0', at: T0 - WINDOW_MS_MAX, device: 'phone' },
    { tx: 'tx_1', user: 'user_1', at: T0 - WINDOW_MS_MAX + 1, device: 'phone' },
    { tx: 'tx_2', user: 'user_2', at: T0, device: 'phone', merchant: null },
  ]
  const events = told.map(log.told)
  await given(events, [...told.map(recordedOne), ...events])
  assert.equal((await before()).get('tx_2'), { ...NO_AGGREGATES, deviceUsers: 1 })
  await db.query(sql.unsafe`drop table read.fraud_figures`)
  // Who asks again is not told another score.
  const refused = await before().catch(error => [error.code, error.details])
  assert.equal(refused, ['SERVICE_UNAVAILABLE', { reason: 'this list is being built' }])
  assert.equal(await findAggregatesBefore({ db }, CLIENT, []), new Map())
})

test.run()
