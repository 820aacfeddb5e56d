import * as assert from 'uvu/assert'
import { refundDecider } from '#domain/refunds/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { processingTimeSeconds, refundRecord } from '#domain/refunds/record.ts'
import type { Refund } from '#domain/refunds/state.ts'
import { scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'
import { completed, processing, requested, reversalStarted, voided } from './samples.ts'

const test = suite('refund record')
const { given } = scenario(refundDecider)

const times: [string, string, number][] = [
  ['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00.000Z', 1],
  ['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:00.999Z', 1],
  ['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:01.001Z', 2],
  ['2026-01-01T10:00:00.000Z', '2026-01-01T10:00:25.000Z', 25],
]
for (const [created, paid, seconds] of times)
  test(`from ${created} to ${paid} it took ${seconds} s`, () =>
    assert.is(processingTimeSeconds(created, paid), seconds))

test('a clock that was set back by an hour in between makes no negative time', () => {
  const refund = given(requested, processing(), completed()).state as Refund
  const created = Date.parse(refund.created_at)
  const completion = { completed_at: new Date(created - 3_600_000).toISOString(), reference: 'NET-1' }
  const record = refundRecord('rf_1', { ...refund, completion }, 'Ada Lovelace')
  assert.equal(record.completion, { ...completion, processing_time_seconds: 1 })
})

test('a void of a completed refund leaves its completion in the record', () => {
  const recordOf = (...events: RefundEvent[]) => refundRecord('rf_1', given(...events).state as Refund, 'Ada Lovelace')
  const paid = [requested, processing(), completed()]
  assert.equal(recordOf(...paid, voided('settled'), reversalStarted).completion, recordOf(...paid).completion)
  assert.is(recordOf(...paid, voided('settled')).reversal_status, 'pending')
})

test.run()
