import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { NO_SIGNALS } from '#domain/fraud/cross-user-signals.ts'
import { DAY_MS, HOUR_MS, WINDOW_MS_MAX } from '#domain/fraud/history.ts'
import { outcomes } from '#domain/fraud/outcomes/decider.ts'
import type { ReportedOutcome } from '#domain/fraud/outcomes/events.ts'
import { profiles } from '#domain/fraud/profile/decider.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { createExecute } from '#event-sourcing/execute.ts'
import { velocityAggregates } from '#projections/fraud/velocity-aggregates.ts'
import { startProjector } from '#projector/projector.ts'
import { requestedData } from '../domain/refunds/samples.ts'
import { findAggregates } from '../harness/find-aggregates.ts'
import { suite } from '../harness/suite.ts'
import { SCORE, T0, type Told, transactionOf } from '../queries/fraud-log.ts'
import { random, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually } from './table-contents.ts'

/** From the event store: what deciders recorded, followed and rebuilt. */
const test = suite('velocity aggregates across users, live and rebuilt')
const stores = await runningStores()
const { db, store } = stores
const execute = createExecute(store)
const projector = startProjector(stores.deps(), [velocityAggregates])
const run = promisify(execFile)

test.after(async () => {
  await projector.stop()
  await stores.stop()
})

const context = (now: number) => ({
  actor: { sub: 'usr_1', client_id: 'clt_1', role: 'integrator' },
  ...{ request_id: 'req', command_id: randomUUID(), correlation_id: 'req', causation_id: null },
  now: new Date(now),
})

function tell(told: Told) {
  const { client = 'clt_1', user = 'user_1', tx, has_entered } = told
  const ref = { client_id: client, user_id: user, transaction_id: tx }
  const transaction = transactionOf(told)
  const command =
    has_entered === undefined
      ? ({ type: 'enter', ref, transaction } as const)
      : ({ type: 'score', ref, transaction, score: SCORE } as const)
  return execute.run(profiles, profiles.id(client, user), command, context(told.at))
}

const request = (id: string, transaction_id: string, now: number) =>
  execute.run(refunds, id, { type: 'request', data: { ...requestedData, transaction_id } }, context(now))
const cancel = (id: string, now: number) =>
  execute.run(
    refunds,
    id,
    { type: 'cancel', client_id: 'clt_1', cancel_reason: null, cancelled_by: 'agent' },
    context(now),
  )

const report = (
  { client = 'clt_1', user = 'user_1', tx, merchant = 'shop' }: Told,
  outcome: ReportedOutcome,
  reportedAt: number,
) => {
  const transaction = { client_id: client, user_id: user, transaction_id: tx, merchant }
  const reports = [{ outcome, reported_at: new Date(reportedAt).toISOString() }]
  const now = reportedAt + 9 * DAY_MS
  return execute.run(
    outcomes,
    outcomes.id(client, tx),
    { type: 'report', transaction, reports, now: new Date(now) },
    context(now),
  )
}

const rows = () =>
  db.anyFirst(sql.type(z.object({ line: z.string() }))`
    select to_jsonb(t)::text as line from read.fraud_figures as t order by 1`)
const ASKED = { client_id: 'clt_1', user_id: 'user_1', merchant: 'shop_0', device: 'phone_0', at: T0 }

/** Until all that was recorded before the call is followed. */
async function followed() {
  const log = (await Promise.all(['fraudprofile-', 'refund-', 'fraudoutcome-'].map(of => readLog(store, of)))).flat()
  const last = log.map(({ position }) => position.commit).reduce((a, b) => (a > b ? a : b))
  await eventually('the projector is at the end of the log', async () => {
    const { as_of } = await findAggregates({ db }, ASKED)
    return as_of !== null && BigInt(as_of) >= last
  })
  return log
}

test('a score and what is known after it follow each other, and a late transaction is among the others', async () => {
  await eventually('the read model is there', () => projector.health().ok)
  await tell({ tx: 'tx_1', user: 'user_2', merchant: 'shop_0', device: 'phone_0', at: T0 - HOUR_MS, has_entered: true })
  await tell({ tx: 'tx_2', user: 'user_2', merchant: 'shop_0', device: 'phone_0', at: T0 - 8 * DAY_MS })
  // Too old for its user: the decider says so, and it counts nowhere.
  await tell({ tx: 'tx_3', user: 'user_2', merchant: 'shop_0', device: 'phone_0', at: T0 - WINDOW_MS_MAX - HOUR_MS })
  await request('rf_1', 'tx_2', T0 - 10)
  const log = await followed()
  assert.is(log.length, 3)
  const { aggregates, as_of } = await findAggregates({ db }, ASKED)
  assert.equal(aggregates, {
    merchant: {
      ...{ n24h: 1, n7d: 1, sum7d: 100 },
      delayed: { n1d: 0, n7d: 1, n30d: 1 },
      known: { n1d: 1, n7d: 1, n30d: 1, last: T0 - 10 },
    },
    deviceUsers: 1,
    known: { n: 0, last: null },
    others: { ...NO_SIGNALS, deviceFrauds: { n: 1, last: T0 - 10 } },
  })
  await cancel('rf_1', T0 - 5)
  await followed()
  const after = await findAggregates({ db }, ASKED)
  assert.equal(after.aggregates.merchant!.known, { n1d: 0, n7d: 0, n30d: 0, last: null })
  assert.ok(BigInt(after.as_of!) > BigInt(as_of!))
})

test('a rebuild gives the same rows', async () => {
  const next = random(11)
  const pick = (count: number) => Math.floor(next() * count)
  for (let n = 0; n < 300; n += 1) {
    const at = T0 - pick(60) * DAY_MS - pick(DAY_MS)
    const merchant = `shop_${pick(3)}`
    const has_entered = pick(2) === 0 ? true : undefined
    const told = {
      tx: `tx_a${n}`,
      user: `user_${pick(12)}`,
      device: `phone_${pick(4)}`,
      merchant,
      at,
      base: pick(5_000),
    }
    // Some are reported before their profile has them, some after, some never.
    const reported = pick(6)
    if (reported === 0) await request(`rf_a${n}`, told.tx, at + DAY_MS)
    await tell({ ...told, ...(has_entered && { has_entered }) })
    if (reported === 1) await request(`rf_a${n}`, told.tx, at + DAY_MS)
    if (reported === 2) await report(told, 'chargeback', at + 3 * DAY_MS)
    if (reported < 3 && pick(4) === 0) await report(told, 'legitimate', at + pick(5) * DAY_MS)
    if (reported < 2 && pick(3) === 0) await cancel(`rf_a${n}`, at + 2 * DAY_MS)
  }
  const events = (await followed()).length
  const live = await rows()
  const asked = Array.from({ length: 40 }, (_, n) => ({
    ...{ client_id: 'clt_1', user_id: `user_${n % 12}`, merchant: `shop_${n % 3}`, device: `phone_${n % 4}` },
    at: T0 - n * DAY_MS,
  }))
  const answers = () => Promise.all(asked.map(one => findAggregates({ db }, one).then(({ aggregates }) => aggregates)))
  const before = await answers()
  assert.ok(before.some(({ merchant, known }) => merchant!.known.n30d > 3 && known.n > 0))
  const { stdout } = await run(process.execPath, ['src/programs/rebuild/main.ts', 'fraud_figures', '--anew'], {
    env: { ...process.env, ...stores.urls, DATA_DIR: stores.folder },
  })
  assert.match(stdout, new RegExp(`^fraud_figures: rebuilt from ${events} events in .* and swapped in$`, 'm'))
  assert.equal(await rows(), live)
  assert.equal(await answers(), before)
})

test.run()
