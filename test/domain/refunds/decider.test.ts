import * as assert from 'uvu/assert'
import type { RefundCommand } from '#domain/refunds/commands.ts'
import { CONTRADICTIONS_MAX } from '#domain/refunds/contradiction.ts'
import { RETRIES_MAX, refundDecider, refundTable } from '#domain/refunds/decider.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import type { Refund, RefundState } from '#domain/refunds/state.ts'
import { fold } from '#event-sourcing/decider.ts'
import { recordedOf, scenario } from '../../harness/scenario.ts'
import { suite } from '../../harness/suite.ts'
import {
  cancelled,
  commands,
  completed,
  failed,
  histories,
  processing,
  requested,
  requestedData,
  retried,
  reversalStarted,
  voided,
} from './samples.ts'

const test = suite('refund decider')
const { given } = scenario(refundDecider)

/**
 * The spec's table once more, written by hand from the spec and not from the code: what a caller or the network meets
 * in each state. It is what keeps the table in code honest.
 */
const bySpec: Partial<Record<RefundCommand['type'], Partial<Record<RefundState['status'], string>>>> = {
  start_processing: { pending: 'RefundProcessingStarted' },
  complete: { processing: 'RefundCompleted' },
  fail: { processing: 'RefundFailed' },
  cancel: {
    pending: 'RefundCancelled',
    processing: 'REFUND_006',
    completed: 'REFUND_006',
    failed: 'REFUND_006',
    cancelled: 'REFUND_006',
    voided: 'REFUND_006',
    absent: 'REFUND_003',
  },
  retry: {
    failed: 'RefundRetried',
    pending: 'REFUND_006',
    processing: 'REFUND_006',
    completed: 'REFUND_006',
    cancelled: 'REFUND_006',
    voided: 'REFUND_006',
    absent: 'REFUND_003',
  },
  void: {
    pending: 'RefundVoided',
    processing: 'RefundVoided',
    failed: 'RefundVoided',
    cancelled: 'REFUND_006',
    voided: 'REFUND_006',
    absent: 'REFUND_003',
  },
}
for (const [command, cells] of Object.entries(bySpec))
  for (const [status, outcome] of Object.entries(cells))
    test(`spec: ${command} of a refund that is ${status} comes to ${outcome}`, () => {
      assert.is(
        given(...histories[status as RefundState['status']])
          .when(commands[command as RefundCommand['type']])
          .type(),
        outcome,
      )
    })

/**
 * Cells whose event needs more than the status: a transfer or a reversal that is under way, another outcome than the
 * recorded one.
 */
const conditional: Record<string, string> = {
  'complete completed': 'replay',
  'complete voided': 'NetworkContradicted',
  'fail voided': 'replay',
  'complete_reversal voided': 'NetworkContradicted',
  'fail_reversal voided': 'replay',
  'void completed': 'RefundVoided+ReversalStarted',
}
for (const [command, cells] of Object.entries(refundTable))
  for (const [status, cell] of Object.entries(cells))
    test(`table: ${command} × ${status}`, () => {
      const expected = conditional[`${command} ${status}`] ?? cell
      assert.is(
        given(...histories[status as RefundState['status']])
          .when(commands[command as RefundCommand['type']])
          .type(),
        expected,
      )
    })

for (const [status, history] of Object.entries(histories))
  test(`the sample history of ${status} folds to it`, () => {
    assert.is(fold(refundDecider, recordedOf(history)).status, status)
  })

test('every event of every history fits its schema', () => {
  const all = [...Object.values(histories).flat(), voided('settled'), reversalStarted, retried(1)]
  for (const event of all) refundStreams.assertValid(event)
})

type Contradicted = RefundEvent & { type: 'NetworkContradicted' }
const contradicted = (
  about: Contradicted['data']['about'],
  [status, outcome, reference]: [string, Contradicted['data']['recorded']['outcome'], string | null],
  [said, told]: [Contradicted['data']['said']['outcome'], string],
  attempt = 0,
): Contradicted => ({
  type: 'NetworkContradicted',
  data: { about, attempt, recorded: { status, outcome, reference }, said: { outcome: said, reference: told } },
})
const reversalEnded = (type: 'ReversalCompleted' | 'ReversalFailed'): RefundEvent => ({
  type,
  data: { reversal_reference: 'REV-1' },
})
const retriedOnce = [requested, processing(0), failed(0), retried(1)]
const paidAndVoided = [requested, processing(), completed(), voided('settled'), reversalStarted]
const cameToNothing: RefundEvent = { type: 'TransferFailedAfterVoid', data: { attempt: 0, failure_reason: 'F' } }
const settledLate: RefundEvent = { type: 'TransferSettledAfterVoid', data: { attempt: 0, reference: 'NET-1' } }

/** Written by hand: what was recorded, what the network says then, and what the alarm tells of both. */
const contradictions: [string, RefundEvent[], RefundCommand, Contradicted][] = [
  [
    'success of a transfer that was never begun',
    [requested],
    commands.complete,
    contradicted('transfer', ['pending', 'none', null], ['succeeded', 'NET-1']),
  ],
  [
    'success after a failure',
    histories.failed,
    commands.complete,
    contradicted('transfer', ['failed', 'rejected', null], ['succeeded', 'NET-1']),
  ],
  [
    'success after a cancel',
    histories.cancelled,
    commands.complete,
    contradicted('transfer', ['cancelled', 'none', null], ['succeeded', 'NET-1']),
  ],
  [
    'success of the attempt before a retry',
    [...retriedOnce, processing(1)],
    commands.complete,
    contradicted('transfer', ['processing', 'rejected', null], ['succeeded', 'NET-1']),
  ],
  [
    'success of the attempt before a retry that was paid',
    [...retriedOnce, processing(1), completed(1)],
    commands.complete,
    contradicted('transfer', ['completed', 'rejected', null], ['succeeded', 'NET-1']),
  ],
  [
    'success under another reference',
    histories.completed,
    { ...commands.complete, reference: 'NET-2' },
    contradicted('transfer', ['completed', 'succeeded', 'NET-1'], ['succeeded', 'NET-2']),
  ],
  [
    'failure after a success',
    histories.completed,
    { ...commands.fail, reference: 'NET-2' },
    contradicted('transfer', ['completed', 'succeeded', 'NET-1'], ['rejected', 'NET-2']),
  ],
  [
    'success after a void before money moved',
    histories.voided,
    commands.complete,
    contradicted('transfer', ['voided', 'none', null], ['succeeded', 'NET-1']),
  ],
  [
    'success after a void whose transfer came to nothing',
    [requested, processing(), voided('in_flight'), cameToNothing],
    commands.complete,
    contradicted('transfer', ['voided', 'rejected', null], ['succeeded', 'NET-1']),
  ],
  [
    'failure after a void of what was paid',
    paidAndVoided,
    commands.fail,
    contradicted('transfer', ['voided', 'succeeded', 'NET-1'], ['rejected', 'NET-1']),
  ],
  [
    'failure after a success that came after a void',
    [requested, processing(), voided('in_flight'), settledLate, reversalStarted],
    commands.fail,
    contradicted('transfer', ['voided', 'succeeded', 'NET-1'], ['rejected', 'NET-1']),
  ],
  [
    'a reversal that nobody asked for',
    histories.completed,
    commands.complete_reversal,
    contradicted('reversal', ['completed', 'none', null], ['completed', 'REV-1']),
  ],
  [
    'a reversal under another reference',
    [...paidAndVoided, reversalEnded('ReversalCompleted')],
    { ...commands.complete_reversal, reversal_reference: 'REV-2' },
    contradicted('reversal', ['voided', 'completed', 'REV-1'], ['completed', 'REV-2']),
  ],
  [
    'a reversal that failed after it was completed',
    [...paidAndVoided, reversalEnded('ReversalCompleted')],
    commands.fail_reversal,
    contradicted('reversal', ['voided', 'completed', 'REV-1'], ['failed', 'REV-1']),
  ],
  [
    'a reversal that was completed after it failed',
    [...paidAndVoided, reversalEnded('ReversalFailed')],
    commands.complete_reversal,
    contradicted('reversal', ['voided', 'failed', 'REV-1'], ['completed', 'REV-1']),
  ],
]
for (const [what, history, answer, event] of contradictions)
  test(`the network contradicts what is recorded: ${what}, once, and nothing else changes`, () => {
    refundStreams.assertValid(event)
    const before = given(...history)
    before.when(answer).records(event)
    const after = given(...history, event)
    after.when(answer).changesNothing()
    assert.equal(after.state, { ...(before.state as Refund), contradictions: [event.data] })
  })

const agreements: [string, RefundEvent[], RefundCommand][] = [
  ['the same success again', histories.completed, commands.complete],
  ['the same success again after a void', paidAndVoided, commands.complete],
  ['a failure again, under another reference', histories.failed, { ...commands.fail, reference: 'NET-2' }],
  ['the failure of the attempt before a retry', retriedOnce, commands.fail],
  ['the failure of the attempt before a retry that is under way', [...retriedOnce, processing(1)], commands.fail],
  ['the failure of the attempt before a retry that was paid', [...retriedOnce, completed(1)], commands.fail],
  ['the failure of a transfer that was never begun', histories.cancelled, commands.fail],
  ['the same reversal again', [...paidAndVoided, reversalEnded('ReversalCompleted')], commands.complete_reversal],
  ['a reversal that failed again', [...paidAndVoided, reversalEnded('ReversalFailed')], commands.fail_reversal],
  ['that a reversal nobody asked for failed', histories.completed, commands.fail_reversal],
]
for (const [what, history, answer] of agreements)
  test(`the network says nothing new: ${what}`, () => {
    given(...history)
      .when(answer)
      .changesNothing()
  })

test(`of a network that contradicts itself for ever ${CONTRADICTIONS_MAX} answers are recorded`, () => {
  const history: RefundEvent[] = [...histories.completed]
  for (let number = 0; number < CONTRADICTIONS_MAX; number += 1)
    history.push(contradicted('transfer', ['completed', 'succeeded', 'NET-1'], ['succeeded', `NET-X${number}`]))
  given(...history)
    .when({ ...commands.complete, reference: 'NET-2' })
    .changesNothing()
})

test('a transfer that goes through after a void starts one reversal', () => {
  const history = [requested, processing(), voided('in_flight')]
  given(...history)
    .when(commands.complete)
    .records({ type: 'TransferSettledAfterVoid', data: { attempt: 0, reference: 'NET-1' } }, reversalStarted)
  given(...history, { type: 'TransferSettledAfterVoid', data: { attempt: 0, reference: 'NET-1' } }, reversalStarted)
    .when(commands.complete)
    .changesNothing()
})

test('a transfer that fails after a void is recorded without a reversal', () => {
  given(requested, processing(), voided('in_flight'))
    .when(commands.fail)
    .records({ type: 'TransferFailedAfterVoid', data: { attempt: 0, failure_reason: 'ACCOUNT_CLOSED' } })
})

test('a reversal ends once', () => {
  const history = [requested, processing(), completed(), voided('settled'), reversalStarted]
  const done: RefundEvent = { type: 'ReversalCompleted', data: { reversal_reference: 'REV-1' } }
  given(...history)
    .when(commands.complete_reversal)
    .records(done)
  given(...history, done)
    .when(commands.complete_reversal)
    .changesNothing()
})

test('the creator may not void where four eyes are required', () => {
  const own: RefundCommand = { ...commands.void, voider: 'creator', four_eyes: true }
  given(requested).when(own).refuses('AUTH_003')
  given(requested)
    .when({ ...own, four_eyes: false })
    .records(voided('none'))
  given(requested)
    .when({ ...own, voider: 'admin' })
    .records(voided('none'))
})

test('two retries counted on the same state: the second is refused', () => {
  given(requested, processing(), failed(), retried(1), processing(1), failed(1))
    .when(commands.retry)
    .refuses('REFUND_006')
})

test(`after ${RETRIES_MAX} retries a failed refund stays failed`, () => {
  const history: RefundEvent[] = [requested, processing(0), failed(0)]
  for (let attempt = 1; attempt <= RETRIES_MAX; attempt += 1)
    history.push(retried(attempt), processing(attempt), failed(attempt))
  given(...history)
    .when({ ...commands.retry, attempt: RETRIES_MAX + 1 })
    .refuses('REFUND_006', { retries_max: RETRIES_MAX })
})

test('an abandoned retry uses up its attempt, not a retry', () => {
  const history: RefundEvent[] = [
    requested,
    processing(),
    failed(),
    { type: 'RefundRetryAbandoned', data: { attempt: 1 } },
  ]
  given(...history)
    .when(commands.retry)
    .refuses('REFUND_006')
  given(...history)
    .when({ ...commands.retry, attempt: 2 })
    .records(retried(2))
  assert.is((given(...history).state as Refund).retry_count, 0)
})

test('a retry to a corrected account keeps the name and takes the new account', () => {
  const update = { account_number: 'v1.s.new', account_masked: '****99', bank_code: 'NEWBANK1' }
  const { state } = given(requested, processing(), failed(), {
    type: 'RefundRetried',
    data: { attempt: 1, retry_reason: 'typo', beneficiary: update },
  })
  const refund = state as Refund
  assert.equal(refund.beneficiary, { ...requestedData.beneficiary, ...update })
  assert.equal(refund.previous_failure, {
    failed_at: '2026-01-01T00:00:02.000Z',
    failure_reason: 'INVALID_ACCOUNT_NUMBER',
  })
  assert.is(refund.failure, null)
  assert.is(refund.retry_count, 1)
})

test('evolve keeps the state at an event that makes no sense', () => {
  assert.equal(given(cancelled).state, { status: 'absent' })
  const { state } = given(requested, requested)
  assert.is((state as Refund).created_at, '2026-01-01T00:00:00.000Z')
})

test.run()
