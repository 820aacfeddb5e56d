import * as assert from 'uvu/assert'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { refundEvents } from '#domain/refunds/events.ts'
import { refundHistory } from '#projections/refund-history.ts'
import { periodStart, refunds } from '#projections/refunds.ts'
import {
  abandoned,
  cancelled,
  completed,
  failed,
  histories,
  processing,
  requested,
  requestedData,
  retried,
  reversalStarted,
  voided,
} from '../domain/refunds/samples.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'

const test = suite('what refund events mean for the read models')

const changesOf = (...events: RefundEvent[]) => recordedOf(events, 'refund-rf_1').map(event => refunds.change(event))
const linesOf = (...events: RefundEvent[]) =>
  recordedOf(events, 'refund-rf_1').map(event => {
    const change = refundHistory.change(event)
    return change !== null && 'append' in change ? change.append : undefined
  })

test('a request is a new pending row', () => {
  assert.equal(changesOf(requested), [
    {
      insert: {
        refund_id: 'rf_1',
        client_id: 'clt_1',
        user_id: 'user_1',
        transaction_id: 'tx_1',
        status: 'pending',
        amount_minor: 12_550,
        currency: 'EUR',
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        revision: 0,
      },
    },
  ])
})

test('each step of the life of a refund sets the status the spec names', () => {
  const life = [requested, processing(), failed(), retried(1), processing(1), completed(1), voided('settled')]
  const updates = changesOf(...life).map(change => (change !== null && 'update' in change ? change.update : {}))
  assert.equal(
    updates.map(({ status }) => status),
    [undefined, 'processing', 'failed', 'pending', 'processing', 'completed', 'voided'],
  )
  assert.equal(updates[2], { updated_at: '2026-01-01T00:00:02.000Z', revision: 2, status: 'failed' })
})

test('a cancelled refund is cancelled', () => {
  assert.equal(changesOf(requested, cancelled)[1], {
    update: { updated_at: '2026-01-01T00:00:01.000Z', revision: 1, status: 'cancelled' },
  })
})

test('what happens after a void leaves the status alone', () => {
  const after: RefundEvent[] = [
    reversalStarted,
    { type: 'ReversalCompleted', data: { reversal_reference: 'R' } },
    { type: 'ReversalFailed', data: { reversal_reference: 'R' } },
    { type: 'TransferSettledAfterVoid', data: { attempt: 0, reference: 'N' } },
    { type: 'TransferFailedAfterVoid', data: { attempt: 0, failure_reason: 'F' } },
  ]
  for (const change of changesOf(...after)) assert.equal(Object.keys(change ?? {}), ['update'])
  for (const change of changesOf(...after)) assert.not.match(JSON.stringify(change), /status/)
})

test('an abandoned stream never becomes a refund', () => {
  assert.equal(changesOf(abandoned), [null])
})

test('an event of a type that nobody declared is refused, not skipped', () => {
  const [event] = recordedOf([{ type: 'RefundTeleported', data: {} }], 'refund-rf_1')
  assert.throws(() => refunds.change(event!), /refunds does not know events of type RefundTeleported/)
  assert.throws(() => refundHistory.change(event!), /does not know/)
})

test('every event type of the domain has its place in both read models', () => {
  for (const type of Object.keys(refundEvents)) {
    const [event] = recordedOf([{ type, data: requestedData }], 'refund-rf_1')
    refunds.change(event!)
    refundHistory.change(event!)
  }
})

test('the history has one line per event, with actor and hashes, owned by the client on the first', () => {
  const [first, second] = linesOf(...histories.processing)
  assert.is(first?.client_id, 'clt_1')
  assert.is(second?.client_id, null)
  assert.is(second?.type, 'RefundProcessingStarted')
  assert.is(second?.actor_sub, 'creator')
  assert.equal(second?.facts, { attempt: 0 })
})

test('no sealed text, fingerprint or free description reaches the history', () => {
  const withNumber: RefundEvent = {
    type: 'RefundRetried',
    data: {
      attempt: 1,
      retry_reason: 'typo',
      beneficiary: { account_number: 'v1.subject.other', account_masked: 'DE00**', bank_code: 'B' },
    },
  }
  const described: RefundEvent = {
    type: 'RefundRequested',
    data: { ...requestedData, description: 'Mrs Smith called', fingerprint: 'print-of-request' },
  }
  const text = JSON.stringify(linesOf(described, withNumber))
  assert.not.match(text, /v1\.subject|print-of-request|Smith/)
  assert.match(text, /DE89\*+3000/)
  assert.match(text, /DE00\*\*/)
})

test('a refund is counted in its month, day and hour of UTC', () => {
  const at = '2026-03-04T05:06:07.008Z'
  assert.is(periodStart('month', at), '2026-03-01T00:00:00.000Z')
  assert.is(periodStart('day', at), '2026-03-04T00:00:00.000Z')
  assert.is(periodStart('hour', at), '2026-03-04T05:00:00.000Z')
})

test.run()
