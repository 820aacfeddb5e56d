import { sql } from 'slonik'
import * as assert from 'uvu/assert'
import { type RefundEvent, refundStreams } from '#domain/refunds/events.ts'
import { type TransactionEvent, transactionStreams } from '#domain/transactions/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { listOutstandingRefunds } from '#modules/refunds/list-outstanding-refunds.ts'
import { listOrphanedReservations } from '#modules/refunds/orphaned-reservations.ts'
import { refunds } from '#projections/refunds/refunds.ts'
import { reservations } from '#projections/refunds/reservations.ts'
import { applyEvents } from '#projector/rows.ts'
import { Rejection } from '#values/errors.ts'
import {
  abandoned,
  cancelled,
  completed,
  failed,
  processing,
  requested,
  requestedData,
  retried,
  reversalStarted,
  voided,
} from '../domain/refunds/samples.ts'
import { recordedOf } from '../harness/scenario.ts'
import { suite } from '../harness/suite.ts'
import { startTestPostgres } from '../harness/test-postgres.ts'
import { putEmptyTables } from '../projector/empty-tables.ts'

const test = suite('what is owed')
const db = await startTestPostgres(test, 'owed-')

const MINUTE_MS = 60_000
const now = Date.now()
const ago = (ms: number) => new Date(now - ms).toISOString()

/** The events of one stream, each so many milliseconds old. */
function aged<E extends DomainEvent>(stream: string, events: [event: E, ageMs: number][]): Recorded<E>[] {
  return recordedOf(
    events.map(([event]) => event),
    stream,
  ).map((event, index) => ({ ...event, at: ago(events[index]![1]) }))
}

const show = (events: Recorded<RefundEvent>[]) => db.transaction(tx => applyEvents(tx, 'read', refunds, events))
const reserve = (events: Recorded<TransactionEvent>[]) =>
  db.transaction(tx => applyEvents(tx, 'read', reservations, events))

const reserved = (refund_id: string, attempt = 0): TransactionEvent => ({
  type: 'RefundReserved',
  data: { refund_id, attempt, amount_minor: 1_000 },
})
const released = (refund_id: string, attempt = 0): TransactionEvent => ({
  type: 'RefundReleased',
  data: { refund_id, attempt, reason: 'failed' },
})
const ofTransaction = (transaction_id: string): RefundEvent => ({
  type: 'RefundRequested',
  data: { ...requestedData, transaction_id },
})
const streamOf = (transaction_id: string) =>
  transactionStreams.stream(transactionStreams.id(requestedData.client_id, transaction_id))

const isUnavailable = (answer: Promise<unknown>) =>
  answer.then(
    () => assert.unreachable('there was an answer'),
    error => {
      assert.instance(error, Rejection)
      assert.is(error.code, 'SERVICE_UNAVAILABLE')
    },
  )
const looks = [
  () => listOutstandingRefunds(db, { olderThanMs: 0, limit: 1 }),
  () => listOrphanedReservations(db, { olderThanMs: 0, limit: 1 }),
]

test('is answered as unavailable while its tables do not exist', async () => {
  for (const look of looks) await isUnavailable(look())
  await putEmptyTables(db)
  for (const look of looks) assert.equal(await look(), [])
})

test('is answered as unavailable while its tables are those of an earlier version', async () => {
  await db.query(sql.unsafe`alter table read.reservations rename reserved_at to at`)
  await isUnavailable(looks[1]!())
  await db.query(sql.unsafe`alter table read.reservations rename at to reserved_at`)
  assert.equal(await looks[1]!(), [])
})

test('a transfer, a void in flight and a reversal are distinguished, with the time since', async () => {
  const reversed: RefundEvent = { type: 'ReversalCompleted', data: { reversal_reference: 'R' } }
  const notReversed: RefundEvent = { type: 'ReversalFailed', data: { reversal_reference: 'R' } }
  const settled: RefundEvent = { type: 'TransferSettledAfterVoid', data: { attempt: 0, reference: 'N' } }
  const cameToNothing: RefundEvent = { type: 'TransferFailedAfterVoid', data: { attempt: 0, failure_reason: 'F' } }
  const lives: Record<string, RefundEvent[]> = {
    pending: [requested],
    processing: [requested, processing()],
    retried: [requested, processing(), failed(), retried(1)],
    in_flight: [requested, processing(), voided('in_flight')],
    reversing: [requested, processing(), completed(), voided('settled'), reversalStarted],
    late: [requested, processing(), voided('in_flight'), settled, reversalStarted],
    completed: [requested, processing(), completed()],
    failed: [requested, processing(), failed()],
    cancelled: [requested, cancelled],
    voided: [requested, voided('none')],
    nothing: [requested, processing(), voided('in_flight'), cameToNothing],
    reversed: [requested, processing(), completed(), voided('settled'), reversalStarted, reversed],
    not_reversed: [requested, processing(), completed(), voided('settled'), reversalStarted, notReversed],
    abandoned: [abandoned],
  }
  const ids = Object.keys(lives)
  for (const [number, id] of ids.entries()) {
    const events = lives[id]!
    // The last event of each life is older than that of the next one.
    const age = (revision: number) => (200 - number + 20 * (events.length - 1 - revision)) * MINUTE_MS
    await show(
      aged(
        refundStreams.stream(id),
        events.map((event, revision) => [event, age(revision)]),
      ),
    )
  }
  const owed = await listOutstandingRefunds(db, { olderThanMs: MINUTE_MS, limit: 100 })
  const line = (refund_id: string, what: string) => ({
    refund_id,
    owed: what,
    owed_since: ago((200 - ids.indexOf(refund_id)) * MINUTE_MS),
    stream: refundStreams.stream(refund_id),
  })
  assert.equal(owed, [
    line('pending', 'transfer'),
    line('processing', 'transfer'),
    line('retried', 'transfer'),
    line('in_flight', 'void_in_flight'),
    line('reversing', 'reversal'),
    line('late', 'reversal'),
  ])
})

test('what is younger than asked for is left out, and pages follow each other', async () => {
  await show(aged(refundStreams.stream('young'), [[requested, 30_000]]))
  const ids = async (page: Parameters<typeof listOutstandingRefunds>[1]) =>
    (await listOutstandingRefunds(db, page)).map(row => row.refund_id)
  assert.equal((await ids({ olderThanMs: MINUTE_MS, limit: 100 })).includes('young'), false)
  const all = await listOutstandingRefunds(db, { olderThanMs: 0, limit: 100 })
  assert.is(all.at(-1)?.refund_id, 'young')
  const first = await ids({ olderThanMs: 0, limit: 3 })
  const rest = await ids({ olderThanMs: 0, limit: 100, after: all[2]! })
  assert.equal(
    [...first, ...rest],
    all.map(row => row.refund_id),
  )
})

test('a reservation whose refund is under way, paid or gave it back is answered for', async () => {
  const age = 5 * MINUTE_MS
  const lives: Record<string, [RefundEvent[], TransactionEvent[]]> = {
    held: [[ofTransaction('held')], [reserved('held')]],
    paid: [[ofTransaction('paid'), processing(), completed()], [reserved('paid')]],
    given_back: [
      [ofTransaction('given_back'), cancelled],
      [reserved('given_back'), released('given_back')],
    ],
    tried_again: [
      [ofTransaction('tried_again'), processing(), failed(), retried(1)],
      [reserved('tried_again'), reserved('tried_again', 1)],
    ],
    failed_twice: [
      [ofTransaction('failed_twice'), processing(), failed(), retried(1), processing(1), failed(1)],
      [reserved('failed_twice'), reserved('failed_twice', 1), released('failed_twice', 1)],
    ],
  }
  for (const [id, [refund, transaction]] of Object.entries(lives)) {
    await show(
      aged(
        refundStreams.stream(id),
        refund.map(event => [event, age]),
      ),
    )
    await reserve(
      aged(
        streamOf(id),
        transaction.map(event => [event, age]),
      ),
    )
  }
  assert.equal(await listOrphanedReservations(db, { olderThanMs: MINUTE_MS, limit: 100 }), [])
})

test('a reservation that no refund answers for is listed with the state of the refund', async () => {
  const line = (refund_id: string, minutes: number, status: string | null, rest: object = {}) => ({
    refund_id,
    attempt: 0,
    amount_minor: 1_000,
    reserved_at: ago(90 * MINUTE_MS),
    unanswered_since: ago(minutes * MINUTE_MS),
    status,
    stream: streamOf(refund_id),
    ...rest,
  })
  const hour = 60 * MINUTE_MS
  await reserve(aged(streamOf('orphan'), [[reserved('orphan'), 90 * MINUTE_MS]]))

  // The key was used for another transaction first: that refund is alive and says nothing about this reservation.
  await show(aged(refundStreams.stream('elsewhere'), [[ofTransaction('another'), hour]]))
  await reserve(aged(streamOf('elsewhere'), [[reserved('elsewhere'), 90 * MINUTE_MS]]))

  await show(
    aged(refundStreams.stream('closed'), [
      [ofTransaction('closed'), 89 * MINUTE_MS],
      [cancelled, 10 * MINUTE_MS],
    ]),
  )
  await reserve(aged(streamOf('closed'), [[reserved('closed'), 90 * MINUTE_MS]]))

  await show(
    aged(refundStreams.stream('retry'), [
      [ofTransaction('retry'), hour],
      [processing(), hour],
      [failed(), hour],
    ]),
  )
  await reserve(
    aged(streamOf('retry'), [
      [reserved('retry'), 90 * MINUTE_MS],
      [released('retry'), hour],
      [reserved('retry', 1), 5 * MINUTE_MS],
    ]),
  )
  const listed = await listOrphanedReservations(db, { olderThanMs: MINUTE_MS, limit: 100 })
  assert.equal(listed, [
    line('elsewhere', 90, null),
    line('orphan', 90, null),
    line('closed', 10, 'cancelled'),
    line('retry', 5, 'failed', { attempt: 1, reserved_at: ago(5 * MINUTE_MS) }),
  ])
  const idsOf = async (window: { olderThanMs: number; newerThanMs?: number; limit: number }) =>
    (await listOrphanedReservations(db, window)).map(row => row.refund_id)
  assert.equal(await idsOf({ olderThanMs: 7 * MINUTE_MS, limit: 100 }), ['elsewhere', 'orphan', 'closed'])
  assert.equal(await idsOf({ olderThanMs: MINUTE_MS, newerThanMs: 30 * MINUTE_MS, limit: 100 }), ['closed', 'retry'])
  assert.equal(await idsOf({ olderThanMs: MINUTE_MS, limit: 2 }), ['elsewhere', 'orphan'])
})

test.run()
