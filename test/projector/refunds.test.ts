import * as assert from 'uvu/assert'
import type { RefundCommand } from '#domain/refunds/commands.ts'
import { refundDecider } from '#domain/refunds/decider.ts'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { nextStep } from '#domain/refunds/next-step.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { fold } from '#event-sourcing/decider.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { reservations } from '#projections/refunds/reservations.ts'
import { bucketOf } from '#values/duration-histogram.ts'
import { Rejection } from '#values/errors.ts'
import { periodStart } from '#values/utc-periods.ts'
import {
  abandoned,
  cancelled,
  commands,
  completed,
  failed,
  processing,
  requested,
  retried,
  reversalStarted,
  voided,
} from '../domain/refunds/samples.ts'
import { recordedOf } from '../harness/scenario.ts'
import { storedEvents } from '../harness/stored-events.ts'
import { suite } from '../harness/suite.ts'
import { random } from './refund-histories.ts'
import { rowsInMemory } from './rows-in-memory.ts'

const test = suite('what refund events mean for the read models')

const changesOf = (...events: RefundEvent[]) => recordedOf(events, 'refund-rf_1').map(event => refunds.change(event))
test('a request is a new pending row', () => {
  assert.equal(changesOf(requested), [
    {
      insert: {
        refund_id: 'rf_1',
        client_id: 'clt_1',
        user_id: 'user_1',
        transaction_id: 'tx_1',
        transaction_key: transactionStreams.id('clt_1', 'tx_1'),
        status: 'pending',
        amount_minor: 12_550,
        amount: 125.5,
        currency: 'EUR',
        reason: 'confirmed_fraud',
        case_id: 'case_1',
        beneficiary_mismatch: false,
        created_at: '2026-01-01T00:00:00.000Z',
        updated_at: '2026-01-01T00:00:00.000Z',
        owed: 'transfer',
        owed_since: '2026-01-01T00:00:00.000Z',
        budget: 'held',
        budget_since: '2026-01-01T00:00:00.000Z',
        restricted_client_id: null,
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
  const at = '2026-01-01T00:00:02.000Z'
  const budget = { budget: 'free', budget_since: at }
  assert.equal(updates[2], { updated_at: at, revision: 2, status: 'failed', owed: null, owed_since: null, ...budget })
})

test('a cancelled refund is cancelled', () => {
  const [, change] = changesOf(requested, cancelled)
  assert.is(change !== null && 'update' in change! && change.update.status, 'cancelled')
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

test('statistics count a completion by currency and by duration, for the client of a restricted person too', () => {
  const [request, , complete] = recordedOf([requested, processing(), completed()], 'refund-rf_1')
  const change = refunds.change(request!)
  if (change === null || !('insert' in change)) throw new Error('a request is an insert')
  const row = { ...change.insert, client_id: '', restricted_client_id: 'clt_1' }
  const entry = { client_id: 'clt_1', status: 'completed', count: 1 }
  const starts = { month: '01T00:00', day: '01T00:00', hour: '01T00:00' }
  const inEach = (more: object) =>
    Object.entries(starts).map(([period, start]) => ({
      ...{ ...entry, ...more, period, start: `2026-01-${start}:00.000Z` },
    }))
  assert.equal(refunds.rollups[0]!.of(complete!, row), [
    ...inEach({ currency: 'EUR', bucket_ms: 0, amount_minor: 12_550 }),
    ...inEach({ currency: '', bucket_ms: bucketOf(2_000), amount_minor: 0 }),
  ])
})

/** What the payment process would do for the refund, long after its cancel window. */
function owedOf(refund: Refund): string | null {
  const settings = { cancelWindowMs: 0, unknownIsFinalMs: 0 }
  const step = nextStep(refund, { isRequested: false, sinceScheduledMs: 0 }, new Date('2030-01-01'), settings)
  if (step.do === 'nothing') return null
  if (step.do === 'reverse') return 'reversal'
  return step.do === 'ask_status' ? 'void_in_flight' : 'transfer'
}

test('the outstanding step in a row is the one that the payment process finds in the refund, after every event of any history', () => {
  const next = random(11)
  const kinds = Object.keys(commands) as RefundCommand['type'][]
  const seen = new Set<string>()
  for (let life = 0; life < 3_000; life += 1) {
    const events: RefundEvent[] = [requested]
    for (let step = 0; step < 30; step += 1) {
      const state = fold(refundDecider, recordedOf(events, 'refund-rf_1'))
      if (!isRefund(state)) throw new Error('a refund stays one')
      const command = commands[kinds[Math.floor(next() * kinds.length)]!]
      const attempt = command.type === 'retry' || command.type === 'abandon_retry' ? state.attempt + 1 : state.attempt
      try {
        events.push(...refundDecider.decide({ ...command, attempt } as RefundCommand, state))
      } catch (error) {
        assert.instance(error, Rejection)
      }
    }
    const recorded = recordedOf(events, 'refund-rf_1')
    let row: Record<string, unknown> = {}
    for (const [index, event] of recorded.entries()) {
      const change = refunds.change(event)
      if (change !== null && 'insert' in change) row = change.insert
      if (change !== null && 'update' in change) row = { ...row, ...change.update }
      const state = fold(refundDecider, recorded.slice(0, index + 1)) as Refund
      const told = `${events.slice(0, index + 1).map(({ type }) => type)}`
      assert.is(row.owed, owedOf(state), told)
      assert.is(row.owed_since === null, row.owed === null, told)
      const isOver =
        ['cancelled', 'failed'].includes(state.status) ||
        (state.status === 'voided' && (state.transfer === 'none' || state.reversal?.status === 'completed'))
      assert.is(row.budget, isOver ? 'free' : 'held', told)
      seen.add(`${state.status} ${row.owed} ${row.budget}`)
    }
  }
  assert.equal([...seen].sort(), [
    'cancelled null free',
    'completed null held',
    'failed null free',
    'pending transfer held',
    'processing transfer held',
    'voided null free',
    'voided null held',
    'voided reversal held',
    'voided void_in_flight held',
  ])
})

test('a reservation is a row until its own attempt releases it, and a retry replaces it', () => {
  const bought = {
    client_id: 'clt_1',
    transaction_id: 'tx_1',
    user_id: 'u',
    account_id: null,
    operation_type: 'payment',
  }
  const paid = {
    amount_minor: 500,
    currency: 'EUR',
    merchant: null,
    device: null,
    timestamp: '2026-01-01T00:00:00.000Z',
  }
  const events = recordedOf(
    [
      { type: 'TransactionRecorded', data: { ...bought, ...paid } },
      { type: 'RefundReserved', data: { refund_id: 'rf_1', attempt: 0, amount_minor: 500 } },
      { type: 'RefundReserved', data: { refund_id: 'rf_1', attempt: 1, amount_minor: 400 } },
      { type: 'RefundReleased', data: { refund_id: 'rf_1', attempt: 0, reason: 'failed' } },
      { type: 'RefundReleased', data: { refund_id: 'rf_1', attempt: 1, reason: 'failed' } },
      { type: 'RefundReleased', data: { refund_id: 'rf_1', attempt: 1, reason: 'failed' } },
    ],
    'transaction-a-b',
  )
  const after = (count: number) => rowsInMemory(reservations, events.slice(0, count))
  const key = { transaction_key: 'a-b', refund_id: 'rf_1' }
  const [first, second] = ['2026-01-01T00:00:01.000Z', '2026-01-01T00:00:02.000Z']
  const retried = { ...key, attempt: 1, amount_minor: 400, reserved_at: second }
  assert.equal(after(1), [])
  assert.equal(after(2), [{ ...key, attempt: 0, amount_minor: 500, reserved_at: first }])
  assert.equal(after(3), [retried])
  assert.equal(after(4), [retried])
  assert.equal(after(5), [])
  assert.equal(after(6), [])
})

test('an abandoned stream never becomes a refund', () => {
  assert.equal(changesOf(abandoned), [null])
})

test('an event of an undeclared type is refused, not skipped', () => {
  const [event] = recordedOf([{ type: 'RefundTeleported', data: {} }], 'refund-rf_1')
  assert.throws(() => refunds.change(event!), /refunds does not know events of type RefundTeleported/)
})

test('every event type of the domain is known to the read model', () => {
  const stored = storedEvents.filter(refundStreams.has)
  assert.equal(new Set(stored.map(({ type }) => type)), new Set(refundStreams.types))
  for (const [event] of stored.map(stored => recordedOf([stored], 'refund-rf_1'))) {
    refunds.change(event!)
  }
})

test('a refund is counted in its month, day and hour of UTC', () => {
  const at = '2026-03-04T05:06:07.008Z'
  assert.is(periodStart('month', at), '2026-03-01T00:00:00.000Z')
  assert.is(periodStart('day', at), '2026-03-04T00:00:00.000Z')
  assert.is(periodStart('hour', at), '2026-03-04T05:00:00.000Z')
})

test.run()
