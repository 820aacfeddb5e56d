import * as assert from 'uvu/assert'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { evolve, isRefund, REFUND_STATUSES, type RefundState } from '#domain/refunds/state.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { buildReadModel } from '#projector/build.ts'
import { startProjector } from '#projector/projector.ts'
import { verifyReadModel } from '#projector/verify.ts'
import { getRefundStatistics } from '#queries/refunds/get-refund-statistics.ts'
import { toMajor } from '#values/money.ts'
import { StatisticsQuery, stepStarts } from '#values/statistics-query.ts'
import { readModels } from '../harness/every-module.ts'
import { suite } from '../harness/suite.ts'
import { playHistories, readLog } from './refund-histories.ts'
import { runningStores } from './running-stores.ts'
import { eventually, shown } from './table-contents.ts'

const test = suite('statistics of refunds')
const stores = await runningStores()
const { db, store, leaders } = stores
const projector = startProjector(stores.deps(), readModels)

test.after(async () => {
  await projector.stop()
  await stores.stop()
})

await eventually('the read models are there', () => projector.health().ok)
await playHistories(store, { seed: 21, refunds: 400, clients: 2, users: 12, daysMax: 40 })
const log = await readLog(store, 'refund-')
await shown(db, log)

type Entry = { client_id: string; at: string; status: string; currency: string; amount_minor: number; ms: number }

/** From the state machine alone: an event that changes the status of a refund is an entry. */
const entries = entriesOf(log as unknown[] as Recorded<RefundEvent>[])
function entriesOf(events: readonly Recorded<RefundEvent>[]): Entry[] {
  const states = new Map<string, RefundState>()
  return events.flatMap(event => {
    const before = states.get(event.stream) ?? { status: 'absent' }
    const after = evolve(before, event)
    states.set(event.stream, after)
    if (!isRefund(after) || after.status === before.status) return []
    const { client_id, status, currency, amount_minor, created_at } = after
    return [
      { client_id, at: event.at, status, currency, amount_minor, ms: Date.parse(event.at) - Date.parse(created_at) },
    ]
  })
}

const PREFIX = { hour: 13, day: 10, month: 7 } as const
const ask = (since: string, until: string, step: keyof typeof PREFIX) => StatisticsQuery.parse({ since, until, step })
const answer = (client: string, query: StatisticsQuery) => getRefundStatistics(db, client, query)

function recomputed(of: readonly Entry[]) {
  return REFUND_STATUSES.flatMap(status => {
    const same = of.filter(entry => entry.status === status)
    const amounts = [...Map.groupBy(same, ({ currency }) => currency)].sort().map(([currency, some]) => ({
      ...{
        currency,
        amount: toMajor(
          some.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
          currency,
        ),
      },
    }))
    return same.length === 0 ? [] : [{ status, count: same.length, amounts }]
  })
}

function assertNear(seconds: number | null, of: readonly Entry[], portion: number): void {
  const exact = of.map(({ ms }) => Math.max(1, ms)).sort((a, b) => a - b)[Math.ceil(portion * of.length) - 1]
  if (exact === undefined) assert.is(seconds, null)
  else assert.ok(Math.abs(seconds! * 1_000 - exact) <= exact * 0.05, `${seconds} s, exactly ${exact} ms`)
}

for (const [step, since, until] of [
  ['hour', '2026-01-05T00:00:00Z', '2026-02-10T00:00:00Z'],
  ['day', '2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z'],
  ['month', '2025-11-30T23:59:59Z', '2026-02-01T00:00:00.000001Z'],
] as const)
  test(`by ${step} are what the histories give, in every step and together`, async () => {
    const query = ask(since, until, step)
    for (const client of ['clt_0', 'clt_1']) {
      const { steps, total } = await answer(client, query)
      assert.equal(
        steps.map(({ start }) => start),
        stepStarts(query),
      )
      const own = entries.filter(({ client_id }) => client_id === client)
      const within: Entry[] = []
      for (const { start, ...found } of steps) {
        const same = own.filter(({ at }) => at.slice(0, PREFIX[step]) === start.slice(0, PREFIX[step]))
        within.push(...same)
        assert.equal(found.entries, recomputed(same), start)
        const completed = same.filter(({ status }) => status === 'completed')
        assert.is(found.time_to_completion.count, completed.length)
        assertNear(found.time_to_completion.p50_seconds, completed, 0.5)
        assertNear(found.time_to_completion.p95_seconds, completed, 0.95)
      }
      assert.ok(within.length > 300, `${within.length} entries`)
      assert.equal(total.entries, recomputed(within))
      assertNear(
        total.time_to_completion.p95_seconds,
        within.filter(({ status }) => status === 'completed'),
        0.95,
      )
    }
  })

test('of a client that is not there are empty', async () => {
  const { steps, total } = await answer('clt_2', ask('2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', 'month'))
  assert.equal([steps.map(({ entries }) => entries), total.entries], [[[], []], []])
})

test('are equal to those of a rebuild, and stay so when the rebuild takes their place', async () => {
  const query = ask('2026-01-01T00:00:00Z', '2026-03-01T00:00:00Z', 'day')
  const live = await answer('clt_0', query)
  const verified = await verifyReadModel({ store, db, leaders }, refunds, new AbortController().signal)
  if (verified === 'taken') throw new Error('another one is comparing')
  const [statistics] = verified.tables.filter(({ table }) => table === 'refund_statistics')
  assert.equal([statistics!.differing, statistics!.rows > 500], [0, true])
  assert.is.not(await buildReadModel({ store, db, leaders }, refunds, new AbortController().signal), 'taken')
  assert.equal(await answer('clt_0', query), live)
})

test('cover the steps that a range touches, at the edges of days and months', () => {
  const starts = (since: string, until: string, step: keyof typeof PREFIX) => stepStarts(ask(since, until, step))
  assert.equal(starts('2026-02-28T23:30:00+02:00', '2026-03-01T00:00:00Z', 'day'), ['2026-02-28T00:00:00.000Z'])
  assert.equal(starts('2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.001Z', 'day').length, 2)
  assert.equal(starts('2028-02-29T12:00:00Z', '2028-03-01T00:00:00Z', 'month'), ['2028-02-01T00:00:00.000Z'])
  assert.is(starts('2026-01-01T00:00:00Z', '2027-01-01T00:00:00Z', 'month').length, 12)
  assert.is(starts('9999-12-31T23:00:00Z', '9999-12-31T23:59:59Z', 'month').length, 1)
  assert.is(starts('2026-01-01T00:00:00Z', '2026-02-11T16:00:00Z', 'hour').length, 1_000)
  const { error } = StatisticsQuery.safeParse({
    ...{ since: '2026-01-01T00:00:00Z', until: '2026-02-11T16:00:00.001Z', step: 'hour' },
  })
  assert.equal(
    error!.issues.map(({ path, message }) => [path, message]),
    [[['since'], 'is more than 1000 steps before until']],
  )
})

test.run()
