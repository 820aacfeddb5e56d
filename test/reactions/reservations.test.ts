import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { z } from 'zod'
import { cancelRefund } from '#commands/refunds/cancel-refund.ts'
import { requestRefund } from '#commands/refunds/request-refund.ts'
import { voidRefund } from '#commands/refunds/void-refund.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { transactions } from '#domain/transactions/decider.ts'
import type { Execute } from '#event-sourcing/execute.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { Rejection } from '#values/errors.ts'
import { derivedId } from '#values/ids.ts'
import { suite } from '../harness/suite.ts'
import {
  CLIENT,
  context,
  eventually,
  historyOf,
  knownTransaction,
  reaches,
  requested,
  reservedOf,
  startReactionService,
  startRefundReactions,
} from './reaction-service.ts'

const test = suite('reservations')

const FLOW = 30

const run = await startReactionService()
const { service } = run
const reactions = startRefundReactions(service, { reservationGraceMs: 100 })
const stopping = [reactions]

const reserve = (transactionId: string, refund_id: string, attempt: number) =>
  service.execute.run(
    transactions,
    transactions.id(CLIENT, transactionId),
    { type: 'reserve', client_id: CLIENT, refund_id, attempt, amount_minor: 1_000, currency: 'EUR' },
    context(),
  )
const isFree = (transactionId: string) =>
  eventually(
    () => reservedOf(service, transactionId),
    minor => minor === 0,
  )

test('a reservation whose refund never came is released, and the refund can not appear any more', async () => {
  await knownTransaction(service, 'tx-lost')
  const id = derivedId('rf', CLIENT, 'lost', 0)
  await reserve('tx-lost', id, 0)
  assert.is(await reservedOf(service, 'tx-lost'), 1_000)
  await isFree('tx-lost')
  assert.equal(await historyOf(service, id), ['RefundAbandoned'])
})

test('a request that comes back after its reservation was swept is a new refund under its key', async () => {
  await knownTransaction(service, 'tx-late')
  const id = derivedId('rf', CLIENT, 'late', 0)
  await reserve('tx-late', id, 0)
  await isFree('tx-late')
  const again = await requestRefund(service, context(), {
    idempotency_key: 'late',
    body: {
      transaction_id: 'tx-late',
      alert_id: null,
      refund: { amount: 10, currency: 'EUR', reason: 'confirmed_fraud', description: null },
      beneficiary: { user_id: 'u', account_id: null, name: 'N', account_number: '555000001', bank_code: '10020030' },
      metadata: null,
    },
  })
  assert.is.not(again.refund_id, id)
  await reaches(service, again.refund_id, 'completed')
  assert.is(await reservedOf(service, 'tx-late'), 1_000)
})

test('a reservation for a retry that never came is released, and its attempt is used up', async () => {
  await knownTransaction(service, 'tx-retry')
  const id = await requested(service, '0002', 'tx-retry')
  await reaches(service, id, 'failed')
  await isFree('tx-retry')
  await reserve('tx-retry', id, 1)
  await isFree('tx-retry')
  assert.is((await historyOf(service, id)).at(-1), 'RefundRetryAbandoned')
  const late = service.execute.run(
    refunds,
    id,
    { type: 'retry', client_id: CLIENT, attempt: 1, retry_reason: null, beneficiary: null },
    context(),
  )
  const refusal = await late.catch(error => error)
  assert.instance(refusal, Rejection)
  assert.is(refusal.code, 'REFUND_006')
})

test("a reservation on one transaction for another transaction's refund is released", async () => {
  await knownTransaction(service, 'tx-mine')
  await knownTransaction(service, 'tx-other')
  const id = await requested(service, '0001', 'tx-mine')
  await reserve('tx-other', id, 0)
  await isFree('tx-other')
  await reaches(service, id, 'completed')
  assert.is(await reservedOf(service, 'tx-mine'), 1_000)
})

test('a reservation with its refund stays', async () => {
  await knownTransaction(service, 'tx-kept')
  const id = await requested(service, '0001', 'tx-kept')
  await reaches(service, id, 'completed')
  // The subscription gathers events for a second.
  await delay(1_500)
  assert.is(await reservedOf(service, 'tx-kept'), 1_000)
  assert.not((await historyOf(service, id)).includes('RefundAbandoned'))
})

/** A service that dies between the refund's event and the release of its budget. */
function crashing(): RefundService {
  const execute: Execute = {
    ...service.execute,
    run: (family, id, command, ...rest) =>
      family.prefix === transactions.prefix
        ? Promise.reject(new Error('crash'))
        : service.execute.run(family, id, command, ...rest),
  }
  return { ...service, execute }
}

test('a cancel or void that could not release the budget itself has it released by the reaction', async () => {
  await reactions.stop()
  const waiting = await run.another({ env: { REFUND_CANCEL_WINDOW_MS: '600000' } })
  // Without the sweep: its grace is the usual minute.
  stopping.push(startRefundReactions(waiting))
  await knownTransaction(service, 'tx-cancel')
  await knownTransaction(service, 'tx-void')
  const cancelled = await requested(service, '0001', 'tx-cancel')
  const voided = await requested(service, '0001', 'tx-void')
  await cancelRefund(crashing(), context(), { refund_id: cancelled, reason: null, cancelled_by: null })
  await voidRefund(crashing(), context(), {
    refund_id: voided,
    reason: 'customer_request',
    details: null,
    voided_by: null,
  })
  await isFree('tx-cancel')
  await isFree('tx-void')
  assert.equal(await historyOf(service, cancelled), ['RefundRequested', 'RefundCancelled'])
  assert.equal(await historyOf(service, voided), ['RefundRequested', 'RefundVoided'])
})

test('in a steady flow nearly no reservation that its refund follows leaves a job', async () => {
  await service.db.query(sql.unsafe`create table stored_reservations (id text)`)
  await service.db.query(sql.unsafe`
    create function note_reservation() returns trigger language plpgsql as
    $$ begin insert into stored_reservations values (new.id); return new; end $$`)
  await service.db.query(sql.unsafe`
    create trigger note after insert on ops.due_work for each row when (new.queue = 'reservation') execute function note_reservation()`)
  for (let n = 0; n < FLOW; n += 1) {
    await requested(service, '0001')
    await delay(20)
  }
  await delay(1_500)
  const stored = await service.db.anyFirst(sql.type(z.object({ id: z.string() }))`select id from stored_reservations`)
  assert.ok(stored.length <= FLOW / 5, `${stored.length} of ${FLOW}`)
})

test.after(async () => {
  for (const { stop } of stopping) await stop()
  await run.close()
})
test.run()
