import * as assert from 'uvu/assert'
import { retryRefund } from '#commands/refunds/retry-refund.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { refundStreams } from '#domain/refunds/events.ts'
import { createPayRefund } from '#modules/refunds/pay-refund.ts'
import { suite } from '../harness/suite.ts'
import { context, historyOf, requested, startReactionService } from './reaction-service.ts'

/**
 * One process asks how a transfer stands; before it hears, another records that it was refused, and the client
 * retries.
 */
const test = suite('a retry that meets the response to the previous attempt')
const WINDOW_MS = 60_000
const { service, close } = await startReactionService()

test('its cancel window is waited for, however long the previous attempt took', async () => {
  const id = await requested(service, '0001')
  const raced = {
    ...service.network,
    instruct: async () => {
      const failed = { type: 'fail', attempt: 0, reference: 'NET-1', failure_reason: 'BANK_REJECTED' } as const
      await service.execute.run(refunds, id, failed, context())
      await retryRefund(service, context(), { refund_id: id, update_beneficiary: null, retry_reason: null })
      return { status: 'rejected' as const, reference: 'NET-1', reason: 'BANK_REJECTED' as const }
    },
  }
  const settings = { cancelWindowMs: WINDOW_MS, unknownIsFinalMs: WINDOW_MS }
  const observer = { timeout() {}, outcome() {}, contradiction() {} }
  const outcome = await createPayRefund(
    { ...service, network: raced },
    settings,
    observer,
  )({
    id,
    stream: refundStreams.stream(id),
    correlation_id: 'req_1',
    causation_id: 'req_1',
    generation: 1,
    fence: 1,
    attempts: 0,
    failures: 0,
    armed_for_ms: 2 * WINDOW_MS,
    clock: () => new Date(),
  })
  assert.is('inMs' in outcome && outcome.inMs, WINDOW_MS)
  assert.equal(await historyOf(service, id), [
    'RefundRequested',
    'RefundProcessingStarted',
    'RefundFailed',
    'RefundRetried',
  ])
})

test.after(close)
test.run()
