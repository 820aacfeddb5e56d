import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { releaseBudget } from '#commands/refunds/release-budget.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { transactions } from '#domain/transactions/decider.ts'
import { firstBrokenLink } from '#event-sourcing/hash-chain.ts'
import type { Reactions } from '#reactions/start.ts'
import type { Service } from '#service.ts'
import { suite } from '../harness/suite.ts'
import {
  CLIENT,
  context,
  knownTransaction,
  paidFor,
  reaches,
  requested,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

const test = suite('many reactors')

const run = await startReactionService()
const { service } = run
const reactors: Reactions[] = []
/** A reactor process's service, running. */
async function reactor(): Promise<Service> {
  const another = await run.another()
  reactors.push(startRefundReactions(another))
  return another
}
const PAID = ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted']

test('two reactors side by side pay each of 200 refunds once, under one key', async () => {
  const working = [await reactor(), await reactor()]
  const ids: string[] = []
  let n = 0
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      while (n < 200) {
        n += 1
        ids.push(await requested(service, n % 2 ? '4711' : '0001'))
      }
    }),
  )
  for (const id of ids) {
    await reaches(service, id, 'completed')
    const events = await service.store.read(refundStreams.stream(id))
    assert.equal(
      events.map(({ type }) => type),
      PAID,
    )
    assert.is(firstBrokenLink(events), null)
    assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 1 }])
  }
  const Count = z.object({ key: z.string() })
  const twice = await service.db.any(
    sql.type(Count)`select key from ops.sandbox_payments group by key having count(*) > 1`,
  )
  assert.equal(twice, [])
  const shares = await Promise.all(
    working.map(async ({ metrics }) => {
      const outcomes = await metrics.getSingleMetric('refund_payment_outcomes_total')?.get()
      return outcomes?.values.reduce((sum, { value }) => sum + value, 0) ?? 0
    }),
  )
  assert.ok(Math.min(...shares) > 0, `both worked: ${shares}`)
})

test('two processes that release one reservation at the same moment leave one event and a chain that holds', async () => {
  const other = await run.another()
  await knownTransaction(service, 'tx-both')
  const id = transactions.id(CLIENT, 'tx-both')
  const reserve = (by: Service, refund_id: string) =>
    by.execute.run(
      transactions,
      id,
      { type: 'reserve', client_id: CLIENT, refund_id, attempt: 0, amount_minor: 1_000, currency: 'EUR' },
      context(),
    )
  await reserve(service, 'rf_both')
  await other.execute.load(transactions, id)
  const transaction = { client_id: CLIENT, transaction_id: 'tx-both' }
  const release = (by: Service, sub: string) =>
    releaseBudget(by, context(sub), transaction, { refund_id: 'rf_both', attempt: 0, reason: 'cancelled' })
  await Promise.all([release(service, 'usr_agent'), release(other, 'budget-process')])
  await reserve(other, 'rf_next')
  await reserve(service, 'rf_after')
  const events = await service.store.read(transactions.stream(id))
  assert.equal(
    events.map(({ type }) => type),
    ['TransactionRecorded', 'RefundReserved', 'RefundReleased', 'RefundReserved', 'RefundReserved'],
  )
  assert.is(firstBrokenLink(events), null)
})

test.after(async () => {
  await Promise.all(reactors.map(({ stop }) => stop()))
  await run.close()
})
test.run()
