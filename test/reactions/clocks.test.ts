import * as assert from 'uvu/assert'
import { requestRefund } from '#commands/refunds/request-refund.ts'
import { voidRefund } from '#commands/refunds/void-refund.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { suite } from '../harness/suite.ts'
import {
  context,
  eventually,
  historyOf,
  knownTransaction,
  paidFor,
  reaches,
  refundOf,
  reservedOf,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

/** Processes whose clocks are a minute apart, the stores' being right: the times that count are the database's. */
const test = suite('clocks of processes')

const MINUTE_MS = 60_000
const CLOCKS = { behind: -MINUTE_MS, right: 0, ahead: MINUTE_MS }
const WINDOW_MS = 400
/**
 * From the request to the money, the usual time: the cancel window and what a busy machine takes, far less than a
 * minute.
 */
const USUAL_MS = WINDOW_MS + 20_000
const REFUNDS = 12

const run = await startReactionService({ env: { REFUND_CANCEL_WINDOW_MS: String(WINDOW_MS) } })
const { service } = run
const withClock = (of: RefundService, offMs: number): RefundService => ({
  ...of,
  now: () => new Date(Date.now() + offMs),
})

let keys = 0
async function requestedAt(offMs: number): Promise<string> {
  keys += 1
  const transaction_id = `tx-clock-${keys}`
  await knownTransaction(service, transaction_id)
  const asked = { ...context(), now: new Date(Date.now() + offMs) }
  const { refund_id } = await requestRefund(service, asked, {
    idempotency_key: `clock-${keys}`,
    body: {
      transaction_id,
      alert_id: null,
      refund: { amount: 10, currency: 'EUR', reason: 'confirmed_fraud', description: null },
      beneficiary: { user_id: 'u', account_id: null, name: 'N', account_number: '555000001', bank_code: '10020030' },
      metadata: null,
    },
  })
  return refund_id
}

for (const [how, offMs] of Object.entries(CLOCKS))
  test(`a reactor whose clock is ${how} and one whose clock is right pay in the usual time, once, whoever asked`, async () => {
    const reactors = [
      startRefundReactions(withClock(await run.another(), offMs)),
      startRefundReactions(await run.another()),
    ]
    const asked: { id: string; at: number }[] = []
    for (let n = 0; n < REFUNDS; n += 1) {
      const at = performance.now()
      asked.push({ id: await requestedAt(Object.values(CLOCKS)[n % 3]!), at })
    }
    await Promise.all(
      asked.map(async ({ id, at }) => {
        const whilePending = () => refundOf(service, id)
        await eventually(whilePending, ({ status }) => status !== 'pending', USUAL_MS)
        const pendingMs = performance.now() - at
        assert.ok(pendingMs >= WINDOW_MS, `the cancel window was ${Math.round(pendingMs)} ms`)
        await reaches(service, id, 'completed', USUAL_MS)
      }),
    )
    for (const { id } of asked) {
      assert.equal(await historyOf(service, id), ['RefundRequested', 'RefundProcessingStarted', 'RefundCompleted'])
      assert.equal(await paidFor(service, id), [{ key: `${id}:0`, instructed: 1, payments: 1 }])
    }
    // What is owed after a void is asked for in the usual time as well.
    const { id } = asked[0]!
    const { transaction_id } = await refundOf(service, id)
    const VOID = { reason: 'compliance_hold' as const, details: null, voided_by: null }
    await voidRefund(
      service,
      { ...context('usr_admin'), now: new Date(Date.now() - offMs) },
      { refund_id: id, ...VOID },
    )
    await eventually(
      () => reservedOf(service, transaction_id),
      minor => minor === 0,
      USUAL_MS,
    )
    assert.is((await service.store.read(refundStreams.stream(id))).at(-1)?.type, 'ReversalCompleted')
    await Promise.all(reactors.map(({ stop }) => stop()))
  })

test.after(() => run.close())
test.run()
