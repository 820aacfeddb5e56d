import * as assert from 'uvu/assert'
import { paymentProcess } from '#modules/refunds/payment-process.ts'
import { reactionsOf } from '#reactions/process.ts'
import {
  cancelled,
  completed,
  failed,
  processing,
  requested,
  retried,
  reversalStarted,
  voided,
} from '../domain/refunds/samples.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'

const test = suite('which events schedule a transfer')

const WINDOW_MS = 1_500
const [reaction] = reactionsOf([
  { name: 'refund-payments', prefixes: ['refund-'], processes: [paymentProcess(WINDOW_MS)] },
])
const dueAfterMs = (event: Parameters<typeof recordedOf>[0][number]) => {
  const [recorded] = recordedOf([event], 'refund-rf_1')
  return reaction!.schedule(recorded!)[0]?.dueInMs ?? null
}

test('a request and a retry, when their cancel window is over', () => {
  assert.is(dueAfterMs(requested), WINDOW_MS)
  assert.is(dueAfterMs(retried(1)), WINDOW_MS)
})

test('a void while the transfer is in flight and a reversal, at once', () => {
  assert.is(dueAfterMs(voided('in_flight')), 0)
  assert.is(dueAfterMs(reversalStarted), 0)
})

test('nothing else', () => {
  for (const event of [processing(), completed(), failed(), cancelled, voided('none'), voided('settled')])
    assert.is(dueAfterMs(event), null, event.type)
})

test('the job names its refund and its cause', () => {
  const [event] = recordedOf([requested], 'refund-rf_1')
  const [arming] = reaction!.schedule(event!)
  assert.equal(
    [arming?.id, arming?.stream, arming?.causation_id, arming?.correlation_id],
    ['rf_1', 'refund-rf_1', event?.id, 'req'],
  )
})

test.run()
