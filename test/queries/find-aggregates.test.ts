import fc from 'fast-check'
import { type CommonQueryMethods, type QuerySqlToken, sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { NO_SIGNALS, SMALL_MINOR, SMALL_MS } from '#domain/fraud/cross-user-signals.ts'
import { DAY_MS, HOUR_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { REPORTED_OUTCOMES } from '#domain/fraud/outcomes/events.ts'
import { profileStreams } from '#domain/fraud/profile/events.ts'
import type { Database } from '#edge/postgres/pool.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { createFindAggregates } from '#modules/fraud/aggregates/find-aggregates.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { applyEvents } from '#projector/rows.ts'
import { putCheckpoint } from '#subscription/checkpoint.ts'
import { findAggregates } from '../harness/find-aggregates.ts'
import { suite } from '../harness/suite.ts'
import { startTestPostgres } from '../harness/test-postgres.ts'
import { putEmptyTables } from '../projector/empty-tables.ts'
import { rowsInMemory } from '../projector/rows-in-memory.ts'
import { fraudLog, T0, type Told } from './fraud-log.ts'

const test = suite('figures across users')
const db = await startTestPostgres(test, 'figures-around-')

type Asked = Parameters<typeof findAggregates>[1]
type Events = readonly Recorded<DomainEvent>[]

const ASKED = { client_id: 'clt_1', user_id: 'user_1', merchant: 'shop', device: 'phone', at: T0 }
const ask = async (asked: Partial<Asked> = {}) => (await findAggregates({ db }, { ...ASKED, ...asked })).aggregates

const NO_MERCHANT = {
  ...{ n24h: 0, n7d: 0, sum7d: 0 },
  delayed: { n1d: 0, n7d: 0, n30d: 0 },
  known: { n1d: 0, n7d: 0, n30d: 0, last: null },
}
const NOTHING = { merchant: NO_MERCHANT, deviceUsers: 0, known: { n: 0, last: null }, others: NO_SIGNALS }

/** These events and no others, in batches as long as `size` says. */
async function given(events: Events, size = events.length || 1): Promise<void> {
  await db.query(sql.unsafe`truncate read.fraud_figures`)
  for (let from = 0; from < events.length; from += size)
    await db.transaction(tx => applyEvents(tx, 'read', velocityAggregates, events.slice(from, from + size)))
}

test('without tables all aggregates are empty and have no log position', async () => {
  assert.equal(await findAggregates({ db }, ASKED), { aggregates: NOTHING, as_of: null })
  await putEmptyTables(db)
  assert.equal(await findAggregates({ db }, ASKED), { aggregates: NOTHING, as_of: null })
})

test('another failure than missing tables is one', async () => {
  await findAggregates({ db }, { ...ASKED, at: Number.NaN }).then(
    () => assert.unreachable('there was an answer'),
    error => assert.instance(error, Error),
  )
})

test('a transaction without merchant and device has neither figures, and its user still has theirs', async () => {
  const log = fraudLog()
  await given([log.told({ tx: 'tx_1', at: T0 - DAY_MS, merchant: null }), log.requested('rf_1', 'tx_1', T0 - HOUR_MS)])
  const known = { n: 1, last: T0 - HOUR_MS }
  assert.equal(await ask({ merchant: null, device: null }), { ...NOTHING, merchant: null, known })
})

test('counts and sums of a merchant go by whole hours, of all users, and those of a week before', async () => {
  const log = fraudLog()
  const hour = Math.floor(T0 / HOUR_MS)
  /** The first and the last millisecond of the hour that lies so many hours before that of the asked one. */
  const inHour = (hours: number) => [(hour - hours) * HOUR_MS, (hour - hours + 1) * HOUR_MS - 1]
  const at = [-1, 0, 23, 24, 167, 168, 168 + 23, 168 + 24, 168 + 167, 168 + 168, 168 + 719, 168 + 720].flatMap(inHour)
  await given(at.map((at, n) => log.told({ tx: `tx_${n}`, user: `user_${n % 3}`, at, base: 10 ** (n >> 1) })))
  const { merchant } = await ask()
  // Two of each hour: those to come count in none; of 24 hours are 0 and 23, of 168 also 24 and 167.
  assert.equal(merchant, {
    ...{ n24h: 4, n7d: 8, sum7d: 2 * 11_110 },
    delayed: { n1d: 4, n7d: 8, n30d: 12 },
    known: NO_MERCHANT.known,
  })
  // One hour on, the next ones are in, and the oldest of each window are out of it.
  const later = (await ask({ at: (hour + 1) * HOUR_MS })).merchant!
  assert.equal([later.n24h, later.n7d, later.delayed], [4, 8, { n1d: 4, n7d: 8, n30d: 12 }])
  const last = (await ask({ at: (hour + 1) * HOUR_MS - 1 })).merchant!
  assert.equal([last.n24h, last.sum7d], [merchant!.n24h, merchant!.sum7d])
})

test('what entered counts once, scored or not, and what was scored without entering does not', async () => {
  const log = fraudLog()
  const at = T0 - HOUR_MS
  await given([
    log.told({ tx: 'tx_1', at, device: 'phone', user: 'user_2' }),
    // Scored after it had entered.
    log.told({ tx: 'tx_1', at, device: 'phone', user: 'user_2', has_entered: false }),
    log.told({ tx: 'tx_2', at, device: 'phone', user: 'user_3', has_entered: true }),
    // Too old for its user.
    log.told({ tx: 'tx_3', at, device: 'phone', user: 'user_4', has_entered: false }),
    log.requested('rf_3', 'tx_3', T0 - 1),
  ])
  const { merchant, deviceUsers } = await ask()
  assert.equal([merchant!.n24h, merchant!.sum7d, deviceUsers, merchant!.known.n1d], [2, 200, 2, 1])
})

test('frauds are known from their report on, in windows to the millisecond', async () => {
  const log = fraudLog()
  const reports = [0, -1, DAY_MS - 1, DAY_MS, 7 * DAY_MS - 1, 7 * DAY_MS, WINDOW_MS_MAX - 1, WINDOW_MS_MAX].map(
    ago => T0 - ago,
  )
  await given(
    reports.flatMap((at, n) => [
      log.told({ tx: `tx_${n}`, at: at - 100 * DAY_MS, user: n % 2 === 0 ? 'user_1' : 'user_2' }),
      log.requested(`rf_${n}`, `tx_${n}`, at),
    ]),
  )
  const { merchant, known } = await ask()
  assert.equal(merchant!.known, { n1d: 2, n7d: 4, n30d: 6, last: T0 })
  assert.equal(known, { n: 4, last: T0 })
  const before = await ask({ at: T0 - 1 })
  assert.equal(before.merchant!.known, { n1d: 2, n7d: 4, n30d: 6, last: T0 - DAY_MS + 1 })
  assert.equal(before.known, { n: 3, last: T0 - DAY_MS + 1 })
  const after = await ask({ at: T0 + 1, user_id: 'user_2' })
  assert.equal(after.merchant!.known, { n1d: 2, n7d: 4, n30d: 6, last: T0 + 1 })
  assert.equal(after.known, { n: 4, last: T0 + 1 })
})

test('the last known fraud of a merchant is found however long ago', async () => {
  const log = fraudLog()
  await given([
    log.told({ tx: 'tx_old', at: T0 - 900 * DAY_MS }),
    log.told({ tx: 'tx_twice', at: T0 - 900 * DAY_MS }),
    log.requested('rf_1', 'tx_twice', T0 - 800 * DAY_MS),
    log.requested('rf_2', 'tx_old', T0 - 700 * DAY_MS),
    // Reported last, and known for longer.
    log.requested('rf_3', 'tx_twice', T0 - 600 * DAY_MS),
  ])
  assert.equal((await ask()).merchant!.known, { ...NO_MERCHANT.known, last: T0 - 700 * DAY_MS })
})

test('a refund of another reason reports nothing, and its end takes nothing back', async () => {
  const log = fraudLog()
  await given([
    log.told({ tx: 'tx_1', at: T0 - DAY_MS }),
    log.requested('rf_1', 'tx_1', T0 - 3, { reason: 'customer_request' }),
    log.requested('rf_2', 'tx_1', T0 - 2),
    log.cancelled('rf_1', T0 - 1),
  ])
  assert.equal((await ask()).known, { n: 1, last: T0 - 2 })
})

test('a withdrawn report counts until its withdrawal', async () => {
  const log = fraudLog()
  const report = (n: number) => [
    log.told({ tx: `tx_${n}`, at: T0 - DAY_MS }),
    log.requested(`rf_${n}`, `tx_${n}`, T0 - 20),
  ]
  await given([
    ...[1, 2, 3, 4].flatMap(report),
    log.cancelled('rf_1', T0 - 10),
    log.voided('rf_2', T0 - 10, 'fraud_not_confirmed'),
    log.voided('rf_3', T0 - 10, 'duplicate_refund'),
    log.voided('rf_4', T0 - 10, 'compliance_hold'),
  ])
  const knownAt = async (at: number) => {
    const { merchant, known } = await ask({ at })
    return [merchant!.known.n1d, known.n]
  }
  assert.equal(await knownAt(T0 - 21), [0, 0])
  assert.equal(await knownAt(T0 - 20), [4, 4])
  assert.equal(await knownAt(T0 - 11), [4, 4])
  assert.equal(await knownAt(T0 - 10), [1, 1])
})

test('several refunds of a transaction are one fraud, known since the first valid one', async () => {
  const log = fraudLog()
  await given([
    log.told({ tx: 'tx_1', at: T0 - WINDOW_MS_MAX }),
    log.requested('rf_1', 'tx_1', T0 - 3 * DAY_MS),
    log.requested('rf_2', 'tx_1', T0 - 2 * HOUR_MS),
    log.requested('rf_3', 'tx_1', T0 - HOUR_MS),
    log.cancelled('rf_1', T0 - 2),
    log.cancelled('rf_2', T0 - 1),
    log.voided('rf_3', T0),
  ])
  const known = async (at: number) => (await ask({ at })).merchant!.known
  assert.equal(await known(T0 - 3), { n1d: 0, n7d: 1, n30d: 1, last: T0 - 3 * DAY_MS })
  assert.equal(await known(T0 - 2), { n1d: 1, n7d: 1, n30d: 1, last: T0 - 2 * HOUR_MS })
  assert.equal(await known(T0 - 1), { n1d: 1, n7d: 1, n30d: 1, last: T0 - HOUR_MS })
  assert.equal(await known(T0), NO_MERCHANT.known)
  assert.equal((await ask({ at: T0 - 1 })).known, { n: 1, last: T0 - HOUR_MS })
})

test('a transaction that its profile has after its refund, and after that was withdrawn, is the same', async () => {
  const log = fraudLog()
  const events = [
    log.requested('rf_1', 'tx_1', T0 - 3),
    log.requested('rf_2', 'tx_2', T0 - 2),
    log.cancelled('rf_2', T0 - 1),
    log.told({ tx: 'tx_1', at: T0 - DAY_MS }),
    log.told({ tx: 'tx_2', at: T0 - DAY_MS, has_entered: true }),
  ]
  await given(events.slice(0, 3))
  assert.equal(await ask(), NOTHING)
  await given(events)
  const late = await ask()
  assert.equal([late.merchant!.known.n1d, late.known], [1, { n: 1, last: T0 - 3 }])
  assert.equal((await ask({ at: T0 - 2 })).known, { n: 2, last: T0 - 2 })
  await given([...events.slice(3), ...events.slice(0, 3)])
  assert.equal(await ask(), late)
})

test('an outcome counts from its report on, and of several the newest is valid', async () => {
  const log = fraudLog()
  const told = { tx: 'tx_1', at: T0 - WINDOW_MS_MAX }
  const known = async (at: number) => (await ask({ at })).known
  const say = (ago: number, outcome: 'confirmed_fraud' | 'chargeback' | 'legitimate') =>
    log.outcome(told, T0 - ago, outcome)
  const events: Recorded<DomainEvent>[] = [log.told(told), say(40, 'chargeback'), say(20, 'legitimate')]
  await given(events)
  assert.equal([await known(T0 - 41), await known(T0 - 40)], [NOTHING.known, { n: 1, last: T0 - 40 }])
  assert.equal([await known(T0 - 21), await known(T0 - 20)], [{ n: 1, last: T0 - 40 }, NOTHING.known])
  // What is told late stands in its place by its time, and of the same time the last one stands.
  events.push(say(30, 'confirmed_fraud'), say(20, 'confirmed_fraud'), say(40, 'legitimate'))
  await given(events)
  assert.equal([await known(T0 - 31), await known(T0 - 30)], [NOTHING.known, { n: 1, last: T0 - 30 }])
  assert.equal(await known(T0), { n: 1, last: T0 - 30 })
  const { merchant } = await ask({ transaction_id: 'tx_1' })
  assert.equal(merchant!.known, NO_MERCHANT.known, 'of the transaction itself nothing is told')
})

test('refunds and outcomes are reports of one kind: a legitimate one overrides earlier ones, not later ones', async () => {
  const log = fraudLog()
  const told = { tx: 'tx_1', at: T0 - WINDOW_MS_MAX }
  const events: Recorded<DomainEvent>[] = [
    ...[log.told(told), log.requested('rf_1', 'tx_1', T0 - 40), log.outcome(told, T0 - 30, 'legitimate')],
    ...[
      log.requested('rf_2', 'tx_1', T0 - 20),
      log.outcome(told, T0 - 10, 'chargeback'),
      log.cancelled('rf_2', T0 - 5),
    ],
  ]
  await given(events)
  const lasts = [40, 30, 20, 10, 5, 0].map(async ago => (await ask({ at: T0 - ago })).known.last)
  assert.equal(
    (await Promise.all(lasts)).map(last => last && T0 - last),
    [40, null, 20, 20, 10, 10],
  )
})

test('an outcome counts for its merchant and user also if the transaction entered no window', async () => {
  const log = fraudLog()
  await given([log.outcome({ tx: 'tx_1', at: 0 }, T0 - 1, 'chargeback')])
  const { merchant, known } = await ask()
  assert.equal([merchant!.known.n1d, known], [1, { n: 1, last: T0 - 1 }])
})

test('a transaction that comes late is counted at its own time', async () => {
  const log = fraudLog()
  const late = log.told({ tx: 'tx_2', at: T0 - 9 * DAY_MS, device: 'phone', user: 'user_2' })
  await given([log.told({ tx: 'tx_1', at: T0, device: 'phone', user: 'user_3' }), late])
  const { merchant, deviceUsers } = await ask()
  assert.equal([merchant!.n7d, merchant!.delayed, deviceUsers], [1, { n1d: 0, n7d: 1, n30d: 1 }, 2])
  assert.equal((await ask({ at: T0 - 9 * DAY_MS })).deviceUsers, 1)
})

test('users of a device are the other users of the last 30 days to the millisecond, each once', async () => {
  const log = fraudLog()
  const seen = (user: string, ...ago: number[]) =>
    ago.map((ms, n) => log.told({ tx: `${user}_${n}`, user, at: T0 - ms, device: 'phone' }))
  await given([
    ...seen('user_1', 1),
    ...seen('user_2', WINDOW_MS_MAX - 1, 29 * DAY_MS, 15 * DAY_MS, 0),
    ...seen('user_3', WINDOW_MS_MAX),
    ...seen('user_4', WINDOW_MS_MAX - 1),
    ...seen('user_5', -1),
    // Before and after the window, and never within.
    ...seen('user_6', WINDOW_MS_MAX, -1),
    ...seen('user_7', WINDOW_MS_MAX + 3 * DAY_MS, 0),
    log.told({ tx: 'other', user: 'user_8', at: T0, device: 'laptop' }),
  ])
  assert.is((await ask()).deviceUsers, 3)
  assert.is((await ask({ user_id: 'user_9' })).deviceUsers, 4)
  assert.is((await ask({ at: T0 - 1 })).deviceUsers, 4)
  assert.is((await ask({ at: T0 + 1 })).deviceUsers, 4)
})

test('users of a device are counted up to a thousand', async () => {
  const log = fraudLog()
  const users = Array.from({ length: 2_100 }, (_, n) => n)
  await given(users.map(n => log.told({ tx: `tx_${n}`, user: `user_x${n}`, at: T0 - n, device: 'phone' })))
  assert.is((await ask()).deviceUsers, 1_000)
})

test("a client's first transactions have a limit once there are 200, and each keeps that of before it", async () => {
  const log = fraudLog()
  const first = (n: number, base: number, has_entered: true | undefined = true) => {
    const told = { tx: `tx_${n}`, user: `user_${n}`, at: T0 - n, base, isFirst: true }
    return log.told(has_entered === undefined ? told : { ...told, has_entered })
  }
  const limit = async (of: number | null = null) =>
    (await ask(of === null ? {} : { user_id: `user_${of}`, transaction_id: `tx_${of}` })).others.firstLimit
  const events = Array.from({ length: 199 }, (_, n) => first(n, 100 + n, n % 2 === 0 ? true : undefined))
  await given(events, 50)
  assert.is(await limit(), null)
  events.push(first(199, 5_000), log.told({ tx: 'later', at: T0, base: 9_000 }))
  await given(events, 50)
  assert.equal([await limit(), await limit(199), await limit(7)], [5_000, null, null])
  events.push(first(200, 7_000))
  await given(events, 1)
  assert.equal([await limit(), await limit(200), await limit(199)], [7_000, 5_000, null])
  assert.is((await ask({ client_id: 'clt_2' })).others.firstLimit, null)
  // Of 1,000 the greatest one is above; the oldest of more is forgotten.
  for (let n = 201; n < 1_200; n += 1) events.push(first(n, 300))
  await given(events, 100)
  assert.equal([await limit(), await limit(1_199)], [300, 5_000])
  events.push(first(1_200, 800), first(1_201, 900))
  await given(events, 100)
  assert.is(await limit(), 800)
})

test('another client sees nothing of it, whatever its ids are', async () => {
  const log = fraudLog()
  await given([
    log.told({ tx: 'tx_1', user: 'user_1', at: T0 - HOUR_MS, device: 'phone' }),
    log.requested('rf_1', 'tx_1', T0 - 1),
    // Of the other client's transaction of the same id nothing is known to have been one.
    log.told({ client: 'clt_2', tx: 'tx_1', user: 'user_1', at: T0 - HOUR_MS, merchant: 'elsewhere' }),
  ])
  assert.equal(await ask({ client_id: 'clt_2', user_id: 'user_1' }), NOTHING)
  assert.equal((await ask({ client_id: 'clt_2', merchant: 'elsewhere' })).merchant!.known, NO_MERCHANT.known)
  assert.equal((await ask({ user_id: 'user_2' })).deviceUsers, 1)
})

test('any text may be an id, and none of them is kept', async () => {
  const log = fraudLog()
  const odd = ['a\u0000b', '\ud800', 'x'.repeat(10_000), '__proto__', "'; drop table users"]
  await given([
    ...odd.map((text, n) =>
      log.told({
        tx: `${text}tx`,
        user: `${text}user`,
        at: T0,
        merchant: `${text}merchant`,
        device: `${text}device${n % 2}`,
      }),
    ),
    ...odd.map((text, n) => log.requested(`rf_${n}`, `${text}tx`, T0)),
  ])
  for (const text of odd) {
    const { merchant, known } = await ask({ user_id: `${text}user`, merchant: `${text}merchant` })
    assert.equal([merchant!.n24h, merchant!.known.n1d, known.n], [1, 1, 1])
  }
  const rows = await db.anyFirst(
    sql.type(z.object({ row: z.string() }))`select t::text as row from read.fraud_figures t`,
  )
  for (const row of rows) assert.match(row, /^\([-0-9a-f,{}"]*\)$/)
})

test('the log position is that of the rows in the same snapshot', async () => {
  const log = fraudLog()
  await given([])
  for (const commit of [700n, 2n ** 53n + 1n]) {
    const at = { position: { commit, prepare: commit - 1n }, lastEvent: 5n, lastId: null }
    await db.transaction(async tx => {
      await applyEvents(tx, 'read', velocityAggregates, [log.told({ tx: `tx_${commit}`, at: T0 })])
      await putCheckpoint(tx, velocityAggregates.name, { version: velocityAggregates.version, ...at })
    })
    assert.is((await findAggregates({ db }, ASKED)).as_of, String(commit))
  }
})

/** Few users, merchants, devices and refunds on few times around the edges of windows. */
const EDGES = [0, 1, SMALL_MS, HOUR_MS, DAY_MS, 7 * DAY_MS, 8 * DAY_MS, WINDOW_MS_MAX, 37 * DAY_MS, 70 * DAY_MS]
const times = fc.tuple(fc.constantFrom(...EDGES), fc.integer({ min: -2, max: 2 })).map(([ago, ms]) => T0 - ago + ms)
const name = (of: string, count: number) => fc.nat(count - 1).map(n => `${of}_${n}`)
const nameOrNone = (of: string, count: number) => fc.option(name(of, count), { nil: null })
const transaction = fc.record({
  client: name('clt', 2),
  user: name('user', 3),
  merchant: nameOrNone('shop', 2),
  device: nameOrNone('phone', 2),
  at: times,
  account: nameOrNone('account', 2),
  base: fc.nat(2 * SMALL_MINOR),
  has_entered: fc.constantFrom(undefined, undefined, true, false),
})
const refund = fc.record({
  of: fc.nat(11),
  at: times,
  endsIn: fc.option(fc.constantFrom(0, 1, DAY_MS, 9 * DAY_MS), { nil: null }),
  end: fc.constantFrom('cancelled', 'fraud_not_confirmed', 'compliance_hold'),
})
type Refund = typeof refund extends fc.Arbitrary<infer R> ? R : never
const report = fc.record({ of: fc.nat(11), at: times, outcome: fc.constantFrom(...REPORTED_OUTCOMES) })
type Report = typeof report extends fc.Arbitrary<infer R> ? R : never

/**
 * The figures by their definitions, from the transactions, refunds and reports themselves; reports in the order of
 * the log.
 */
function defined(told: Told[], refunds: Refund[], reports: Report[], asked: Asked) {
  const { client_id, user_id, transaction_id, merchant, device, account, at } = asked
  const own = told.filter(({ client }) => client === client_id)
  const entered = own.filter(({ has_entered }) => has_entered !== false)
  const hour = (ms: number) => Math.floor(ms / HOUR_MS)
  const ofMerchant = (hours: number, delay = 0) =>
    entered.filter(one => {
      const ago = hour(at) - hour(one.at)
      return (
        one.tx !== transaction_id &&
        merchant !== null &&
        one.merchant === merchant &&
        ago >= delay &&
        ago < delay + hours
      )
    })
  const known = own.flatMap(one => {
    const stands = refunds.filter(({ of, at: from, endsIn, end }) => {
      const until = endsIn === null || end === 'compliance_hold' ? Number.POSITIVE_INFINITY : from + endsIn
      return told[of] === one && from <= at && at < until
    })
    const said = reports.filter(({ of, at: from }) => told[of] === one && from <= at)
    const last = said.filter((report, n) => !said.slice(n + 1).some(({ at }) => at === report.at))
    const cleared = Math.max(
      ...last.map(({ outcome, at }) => (outcome === 'legitimate' ? at : Number.NEGATIVE_INFINITY)),
    )
    const frauds = [...stands, ...last.filter(({ outcome }) => outcome !== 'legitimate')].filter(
      ({ at }) => at >= cleared,
    )
    if (frauds.length === 0 || one.tx === transaction_id) return []
    return [{ ...one, since: Math.min(...frauds.map(({ at }) => at)) }]
  })
  const atMerchant = known.filter(one => merchant !== null && one.merchant === merchant).map(({ since }) => since)
  const ofUser = known.filter(({ user }) => user === user_id).map(({ since }) => since)
  const last = (since: number[]) => (since.length === 0 ? null : Math.max(...since))
  const within = (ms: number) => atMerchant.filter(since => since > at - ms).length
  const seen = entered.filter(
    one =>
      one.device === device && device !== null && one.user !== user_id && one.at <= at && one.at > at - WINDOW_MS_MAX,
  )
  const fraudsWith = (isIt: (one: Told) => boolean) => {
    const found = known.filter(one => isIt(one) && one.user !== user_id && one.since > at - WINDOW_MS_MAX)
    return { n: found.length, last: last(found.map(({ since }) => since)) }
  }
  const small = entered.filter(
    one =>
      [device !== null && one.device === device, one.user !== user_id, one.base! < SMALL_MINOR].every(isSo => isSo) &&
      one.at <= at &&
      one.at > at - SMALL_MS,
  )
  return {
    merchant:
      merchant === null
        ? null
        : {
            n24h: ofMerchant(24).length,
            n7d: ofMerchant(168).length,
            sum7d: ofMerchant(168).reduce((sum, { base }) => sum + base!, 0),
            delayed: {
              n1d: ofMerchant(24, 168).length,
              n7d: ofMerchant(168, 168).length,
              n30d: ofMerchant(720, 168).length,
            },
            known: {
              n1d: within(DAY_MS),
              n7d: within(7 * DAY_MS),
              n30d: within(WINDOW_MS_MAX),
              last: last(atMerchant),
            },
          },
    deviceUsers: new Set(seen.map(({ user }) => user)).size,
    known: { n: ofUser.length, last: last(ofUser) },
    others: {
      deviceFrauds: fraudsWith(one => device !== null && one.device === device),
      accountFrauds: fraudsWith(one => typeof account === 'string' && one.account === account),
      smallOnDevice: { n: small.length, users: new Set(small.map(({ user }) => user)).size },
      firstLimit: null,
    },
  }
}

test('whatever comes, in whatever order and batches, the figures are those of their definitions', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(transaction, { minLength: 1, maxLength: 12 }),
      fc.array(refund, { maxLength: 6 }),
      fc.array(report, { maxLength: 8 }),
      fc.infiniteStream(fc.nat(1_000)),
      fc.integer({ min: 1, max: 8 }),
      fc.record({ client_id: name('clt', 2), user_id: name('user', 3), at: times }),
      fc.record({
        ...{ merchant: nameOrNone('shop', 2), device: nameOrNone('phone', 2), account: nameOrNone('account', 2) },
        transaction_id: name('tx', 12),
      }),
      async (transactions, refunds, reports, lots, size, whose, what) => {
        const told: Told[] = transactions.map((one, n) => ({ ...one, tx: `tx_${n}` }) as Told)
        const log = fraudLog()
        const streams: Recorded<DomainEvent>[][] = [
          ...told.map(one => [log.told(one)]),
          ...refunds.map(({ of, at, endsIn, end }, n) => {
            const { client = '', tx } = told[of] ?? { tx: 'tx_unknown' }
            const request = log.requested(`rf_${n}`, tx, at, { client })
            if (endsIn === null) return [request]
            const over =
              end === 'cancelled' ? log.cancelled(`rf_${n}`, at + endsIn) : log.voided(`rf_${n}`, at + endsIn, end)
            return [request, over]
          }),
          ...told.map((one, n) =>
            reports.filter(({ of }) => of === n).map(({ at, outcome }) => log.outcome(one, at, outcome)),
          ),
        ].filter(stream => stream.length > 0)
        const events: Recorded<DomainEvent>[] = []
        const lot = lots[Symbol.iterator]()
        for (let left = streams; left.length > 0; left = left.filter(stream => stream.length > 0))
          events.push(left[lot.next().value % left.length]!.shift()!)
        await given(events, size)
        const asked = { ...whose, ...what }
        const { aggregates } = await findAggregates({ db }, asked)
        assert.equal(aggregates, defined(told, refunds, reports, asked))
        const rows = await db.any(sql.type(z.record(z.string(), z.unknown()))`select * from read.fraud_figures`)
        const inOrder = (all: readonly object[]) => all.map(row => JSON.stringify(row)).sort()
        assert.equal(inOrder(rows), inOrder(rowsInMemory(velocityAggregates, events)))
      },
    ),
    { numRuns: 300 },
  ))

test('the rows of a merchant are one for each day, however many transactions there are', async () => {
  const log = fraudLog()
  const told = Array.from({ length: 500 }, (_, n) =>
    log.told({ tx: `tx_${n}`, user: `user_${n}`, at: T0 + n * 600_000 }),
  )
  await given(told, 50)
  const count = (what: ReturnType<typeof sql.fragment>) =>
    db.oneFirst(sql.type(z.object({ count: z.int() }))`select count(*) as count from read.fraud_figures where ${what}`)
  assert.is(await count(sql.fragment`transactions is not null`), 4)
  assert.is(await count(sql.fragment`profile = ${profileStreams.id('clt_1', 'user_7')}::uuid`), 1)
})

test('a kept plan is replaced when its table has grown, before its statistics are renewed', async () => {
  await given([])
  await db.query(sql.unsafe`vacuum analyze read.fraud_figures`)
  await db.connect(async session => {
    let on: CommonQueryMethods = session
    const any = (query: QuerySqlToken) => on.any(query)
    const find = createFindAggregates({ db: { any } as Partial<Database> as Database })
    for (let count = 0; count < 10; count += 1) await find(ASKED)
    await db.query(sql.unsafe`
      insert into read.fraud_figures (about, period, seen_by)
      select gen_random_uuid(), 0, gen_random_uuid() from generate_series(1, 20000)`)
    // The first query is still planned for the empty table, and finds its size.
    for (let count = 0; count < 10; count += 1) await find(ASKED)
    // PostgreSQL takes the counts in between transactions.
    await session.transaction(async tx => {
      on = tx
      const scans = () => tx.oneFirst(sql.unsafe`select pg_stat_get_xact_numscans('read.fraud_figures'::regclass)`)
      const before = await scans()
      await find(ASKED)
      assert.is(await scans(), before, 'reads the whole table')
    })
    const kept = await session.oneFirst(sql.unsafe`
      select count(*)::int4 from pg_prepared_statements where statement like '%table_bytes%' and generic_plans > 0`)
    assert.is(kept, 2, 'each size has its plan')
  })
})

test.run()
