import * as assert from 'uvu/assert'
import { nextStep, outstandingForMs, pollDelayMs, timeoutDelayMs, transferKey } from '#domain/refunds/next-step.ts'
import type { Refund, RefundState } from '#domain/refunds/state.ts'
import { suite } from '../../harness/suite.ts'
import { requestedData } from './samples.ts'

const test = suite('next step of a refund')

const T0 = Date.parse('2026-01-01T00:00:00.000Z')
const at = (ms: number) => new Date(T0 + ms)
const settings = { cancelWindowMs: 1_500, unknownIsFinalMs: 120_000 }

const pending: Refund = {
  ...requestedData,
  status: 'pending',
  created_at: at(0).toISOString(),
  created_by: 'usr_1',
  attempt: 0,
  retry_count: 0,
  pending_since: at(0).toISOString(),
  processing_since: null,
  completion: null,
  failure: null,
  previous_failure: null,
  retried_at: null,
  cancellation: null,
  voiding: null,
  transfer: 'none',
  reversal: null,
  contradictions: [],
}
const processing: Refund = {
  ...pending,
  status: 'processing',
  transfer: 'in_flight',
  processing_since: at(2_000).toISOString(),
}
const voiding = {
  voided_at: at(10_000).toISOString(),
  voided_by: 'a',
  void_reason: 'compliance_hold',
  void_details: null,
}
const voided: Refund = { ...pending, status: 'voided', voiding }
const reversing: Refund = { ...voided, transfer: 'settled', reversal: { status: 'pending', reference: null } }

const LONG = 86_400_000
const next = (refund: RefundState, asked: boolean, ms: number, armedForMs = LONG) =>
  nextStep(refund, { isRequested: asked, sinceScheduledMs: armedForMs }, at(ms), settings)

test('a pending refund waits until its cancel window is over, then it is started', () => {
  assert.equal(next(pending, false, 0, 0), { do: 'wait', forMs: 1_500 })
  assert.equal(next(pending, false, 0, 1_499), { do: 'wait', forMs: 1 })
  assert.equal(next(pending, false, 0, 1_500), { do: 'start_processing', attempt: 0 })
})

test('nothing more is sent when the network has said that it paid what is recorded as not paid', () => {
  const contradictions: Refund['contradictions'] = [
    {
      about: 'transfer',
      attempt: 0,
      recorded: { status: 'failed', outcome: 'rejected', reference: null },
      said: { outcome: 'succeeded', reference: 'NET-9' },
    },
  ]
  assert.equal(next({ ...pending, attempt: 1, contradictions }, false, 0), { do: 'wait', forMs: 3_600_000 })
  for (const asked of [false, true])
    assert.equal(next({ ...processing, attempt: 1, contradictions }, asked, 0), {
      do: 'ask_status',
      attempt: 1,
      if_unknown: 'ask_later',
    })
})

test('the window is measured since the refund was taken up, whatever the clocks of processes say', () => {
  for (const clockMs of [-LONG, 0, LONG]) {
    assert.equal(next(pending, false, clockMs, 1_499), { do: 'wait', forMs: 1 })
    assert.equal(next(pending, false, clockMs, 1_500), { do: 'start_processing', attempt: 0 })
  }
})

test('a processing refund is instructed once and then asked about; a key the network never heard of is instructed again', () => {
  assert.equal(next(processing, false, 2_000), { do: 'instruct', attempt: 0 })
  assert.equal(next(processing, true, 3_600_000), { do: 'ask_status', attempt: 0, if_unknown: 'instruct' })
})

test('a transfer in flight at the void is only ever asked about, and unknown becomes final late', () => {
  const inFlight: Refund = { ...voided, transfer: 'in_flight' }
  for (const asked of [false, true]) {
    assert.equal(next(inFlight, asked, 10_000), { do: 'ask_status', attempt: 0, if_unknown: 'ask_later' })
    assert.equal(next(inFlight, asked, 129_999), { do: 'ask_status', attempt: 0, if_unknown: 'ask_later' })
    assert.equal(next(inFlight, asked, 130_000), { do: 'ask_status', attempt: 0, if_unknown: 'fail' })
  }
})

test('a void that looks old but was only just heard of is not: its clock was behind', () => {
  const inFlight: Refund = { ...voided, transfer: 'in_flight' }
  assert.equal(next(inFlight, true, LONG, 119_999), { do: 'ask_status', attempt: 0, if_unknown: 'ask_later' })
  assert.equal(next(inFlight, true, LONG, 120_000), { do: 'ask_status', attempt: 0, if_unknown: 'fail' })
})

test('an owed reversal is asked for, then asked about', () => {
  assert.equal(next(reversing, false, 10_000), { do: 'reverse', attempt: 0 })
  assert.equal(next(reversing, true, 10_000), { do: 'ask_reversal', attempt: 0 })
})

test('nothing is owed for what is over', () => {
  const over: RefundState[] = [
    { status: 'absent' },
    { status: 'abandoned' },
    { ...processing, status: 'completed', transfer: 'settled' },
    { ...processing, status: 'failed', transfer: 'none' },
    { ...pending, status: 'cancelled' },
    voided,
    { ...reversing, reversal: { status: 'completed', reference: 'R' } },
    { ...reversing, reversal: { status: 'failed', reference: 'R' } },
  ]
  for (const state of over)
    for (const asked of [false, true]) assert.equal(next(state, asked, 3_600_000), { do: 'nothing' }, state.status)
})

test('the key names refund and attempt', () => {
  assert.is(transferKey('rf_1', 3), 'rf_1:3')
})

test('silence is followed by 2 s, 5 s, 15 s, 1 min, 5 min and then an hour for ever', () => {
  const gaps = [1, 2, 3, 4, 5, 6, 7, 100].map(timeoutDelayMs)
  assert.equal(gaps, [2_000, 5_000, 15_000, 60_000, 300_000, 3_600_000, 3_600_000, 3_600_000])
})

test('what is accepted but not settled is looked at when the network says, else after a tenth of its age', () => {
  assert.is(pollDelayMs(10_000, 420), 420)
  assert.is(pollDelayMs(10_000, 0), 50)
  assert.is(pollDelayMs(10_000, 1e12), 3_600_000)
  assert.is(pollDelayMs(500, undefined), 1_000)
  assert.is(pollDelayMs(30_000, undefined), 3_000)
  assert.is(pollDelayMs(1e9, undefined), 3_600_000)
})

test('a question is open since the void, else since the processing began', () => {
  assert.is(outstandingForMs(processing, at(2_500), LONG), 500)
  assert.is(outstandingForMs(reversing, at(10_500), LONG), 500)
})

test.run()
