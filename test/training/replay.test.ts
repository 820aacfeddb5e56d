import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import * as assert from 'uvu/assert'
import { createAggregates } from '#domain/fraud/aggregates.ts'
import { FEATURE_NAMES, featuresOf, isSpike } from '#domain/fraud/features.ts'
import { DAY_MS, type History, HOUR_MS, NO_HISTORY, withEntry } from '#domain/fraud/history.ts'
import { findDataFiles } from '#programs/training/fraud/files.ts'
import { readHandbook } from '#programs/training/fraud/handbook.ts'
import type { DataSetReader, LabelledTransaction } from '#programs/training/fraud/labelled.ts'
import { createReplay } from '#programs/training/fraud/replay.ts'
import { readSimulator } from '#programs/training/fraud/simulator.ts'
import { suite } from '../harness/suite.ts'

const test = suite('replay of transactions')
const folder = mkdtempSync(join(tmpdir(), 'replay-'))
test.after(() => rmSync(folder, { recursive: true }))
const START = Date.parse('2026-03-01T00:00:00Z')

function file(name: string, ...lines: string[]): string {
  const path = join(folder, name)
  writeFileSync(path, gzipSync(`${lines.join('\n')}\n`))
  return path
}

async function all(read: DataSetReader): Promise<LabelledTransaction[]> {
  const taken: LabelledTransaction[] = []
  await read(transaction => taken.push(transaction))
  return taken
}

async function refusal(read: DataSetReader): Promise<string> {
  return read(() => {}).then(
    () => 'nothing',
    error => error.message,
  )
}

const COLUMNS =
  'label_at,transaction_id,user_id,amount,currency,operation_type,merchant_id,device_ip,device_fingerprint,timestamp,received_at,is_fraud,fraud_type'
const delivery = (id: string, received: string, more = 'u,12.50,USD,payment,m,10.0.0.1,d') =>
  `2025-01-09T00:00:00Z,${id},${more},2025-01-01T00:00:00Z,${received},1,ato`

test('of the simulator each transaction is taken once, as it was received first', async () => {
  const path = file(
    'api_sim_a.csv.gz',
    COLUMNS,
    delivery('a', '2025-01-01T05:00:00Z'),
    delivery('b', '2025-01-01T03:00:00Z', '"u, v",7,MXN,withdrawal,,,'),
    delivery('a', '2025-01-01T02:00:00Z'),
  )
  const [first, second, ...more] = await all(readSimulator([path]))
  assert.equal(more, [])
  assert.equal(first, {
    user: 'u',
    receivedAt: Date.parse('2025-01-01T02:00:00Z'),
    fraud: { scenario: 'ato', knownAt: Date.parse('2025-01-09T00:00:00Z') },
    entry: {
      ...{ at: Date.parse('2025-01-01T00:00:00Z'), minor: 1_250, currency: 'USD', base: 1_075, operation: 'payment' },
      ...{ merchant: 'm', category: null, device: 'd', ip: '10.0.0.1' },
    },
  })
  assert.equal(
    [second!.user, second!.entry.merchant, second!.entry.device, second!.entry.base],
    ['u, v', null, null, 32],
  )
})

test('of the Handbook amounts are rounded and frauds known a week later', async () => {
  const path = file(
    'handbook_raw_2018-04.csv.gz',
    'TRANSACTION_ID,TX_DATETIME,CUSTOMER_ID,TERMINAL_ID,TX_AMOUNT,TX_FRAUD,TX_FRAUD_SCENARIO',
    '0,2018-04-01 00:00:31,596,3156,85.64999999999999,1,3',
    '1,2018-04-01 00:02:10,4961,3412,0.0,0,0',
  )
  const [first, second] = await all(readHandbook([path]))
  const at = Date.parse('2018-04-01T00:00:31Z')
  assert.equal(first!.fraud, { scenario: '3', knownAt: at + 7 * DAY_MS })
  assert.equal([first!.user, first!.entry.merchant, first!.entry.at, first!.entry.base], ['596', '3156', at, 8_565])
  assert.equal([second!.fraud, second!.entry.base], [null, 0])
})

test('an unreadable record is reported with its file and line', async () => {
  const wrong = (line: string) => refusal(readSimulator([file('api_sim_b.csv.gz', COLUMNS, line)]))
  const begin = 'api_sim_b.csv.gz, line 2:'
  const received = '2025-01-01T05:00:00Z'
  assert.is(await wrong(delivery('a', 'yesterday')), `${begin} "yesterday" is not a time`)
  assert.is(
    await wrong(delivery('a', received, 'u,1.234,EUR,payment,,,')),
    `${begin} amount must have at most 2 decimals in EUR`,
  )
  assert.is(await wrong(delivery('a', received, 'u,1,EUR,pay,,,')), `${begin} "pay" is not an operation_type`)
  assert.is(await wrong('"a'), `${begin} a quote does not end`)
  assert.is(
    await refusal(readSimulator([file('api_sim_c.csv.gz', 'transaction_id')])),
    'api_sim_c.csv.gz, line 1: there is no column user_id',
  )
  const none = join(folder, 'api_sim_d.csv.gz')
  writeFileSync(none, 'no gzip')
  assert.is(await refusal(readSimulator([none])), "api_sim_d.csv.gz can't be read: incorrect header check")
  assert.throws(
    () => findDataFiles(join(folder, 'nowhere')),
    `${join(folder, 'nowhere')} has neither api_sim_*.csv.gz nor handbook_raw_*.csv.gz`,
  )
})

const transactions = fc.array(
  fc.record({
    user: fc.constantFrom('u', 'v', 'w'),
    at: fc.integer({ min: 0, max: 50 * 24 }).map(hours => START + hours * HOUR_MS),
    /** Most are received at once, some days late. */
    lateMs: fc.constantFrom(0, 1_000, 1_000, 3 * DAY_MS),
    base: fc.integer({ min: 1, max: 100_000 }),
    merchant: fc.constantFrom('m', 'n', null),
    device: fc.constantFrom('d', 'e', null),
    fraudKnownAfterMs: fc.constantFrom(null, null, 1, DAY_MS, 9 * DAY_MS, 40 * DAY_MS),
  }),
  { maxLength: 60 },
)

function received(rows: typeof transactions extends fc.Arbitrary<infer T> ? T : never): LabelledTransaction[] {
  return rows
    .map(({ user, at, lateMs, base, merchant, device, fraudKnownAfterMs }) => ({
      user,
      entry: {
        ...{ at, minor: base, base, currency: 'EUR', operation: 'payment' as const },
        ...{ merchant, device, category: null, ip: null },
      },
      receivedAt: at + lateMs,
      fraud: fraudKnownAfterMs === null ? null : { scenario: 'some', knownAt: at + lateMs + fraudKnownAfterMs },
    }))
    .sort((a, b) => a.receivedAt - b.receivedAt)
}

function replayed(rows: readonly LabelledTransaction[]): number[][] {
  const replay = createReplay()
  for (const row of rows) replay.take(row)
  const table = replay.table()
  return rows.map((_, at) => [...table.row(at)])
}

test('features use no fraud before it is known and no transaction that was received later', () => {
  fc.assert(
    fc.property(transactions, fc.nat(), (some, pick) => {
      const rows = received(some)
      if (rows.length === 0) return
      const at = pick % rows.length
      const { receivedAt } = rows[at]!
      // As whoever scored it then saw it: no later delivery, and no fraud that was not known.
      const then = rows
        .slice(0, at + 1)
        .map(row => ({ ...row, fraud: row.fraud !== null && row.fraud.knownAt <= receivedAt ? row.fraud : null }))
      assert.equal(replayed(then)[at], replayed(rows)[at])
    }),
  )
})

test('outcomes that are reported in time, all at once or days late make the same features as live', () => {
  fc.assert(
    fc.property(transactions, some => {
      const rows = received(some)
      const live = createAggregates()
      const histories = new Map<string, History>()
      // All that will ever be known is told at the beginning: each counts from its own time on, whenever it is told.
      for (const { user, entry, fraud } of rows)
        if (fraud !== null) live.known({ user, merchant: entry.merchant, at: fraud.knownAt })
      const scored = rows.map(({ user, entry }) => {
        const history = histories.get(user) ?? NO_HISTORY
        const own = { ...entry, isSpike: isSpike(history, entry.at, entry.base) }
        const row = featuresOf(own, history, live.aggregatesFor(own, user))
        histories.set(user, withEntry(history, own))
        live.add(own, user)
        return [...row]
      })
      assert.equal(scored, replayed(rows))
    }),
  )
})

test('without outcomes no feature depends on frauds', () => {
  const rows = received(fc.sample(transactions, { seed: 1, numRuns: 5 }).flat())
  const replay = createReplay({ outcomes: false })
  for (const row of rows) replay.take({ ...row, fraud: { scenario: 'some', knownAt: row.receivedAt } })
  const table = replay.table()
  for (let at = 0; at < table.size; at += 1)
    for (const [index, value] of table.row(at).entries())
      if (/known_frauds(_|$)/.test(FEATURE_NAMES[index]!)) assert.is(value, 0, FEATURE_NAMES[index])
})

test.run()
