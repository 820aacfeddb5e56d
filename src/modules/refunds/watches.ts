import { refunds } from '#domain/refunds/decider.ts'
import { nextStep } from '#domain/refunds/next-step.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { heldMinor, transactions } from '#domain/transactions/decider.ts'
import { fold } from '#event-sourcing/decider.ts'
import { listOwed, type OwedRefund } from '#queries/refunds/list-owed.ts'
import {
  listUnansweredReservations,
  type UnansweredReservation,
} from '#queries/refunds/list-unanswered-reservations.ts'
import { type Arming, causeOf } from '#reactions/due-work.ts'
import type { Candidate, WatchRule } from '#reactions/reaction.ts'
import type { Service } from '#service.ts'
import { freedBy, RELEASE_QUEUE, releaseId } from './release-budget-on-refund-closed.ts'
import { PAYMENT_QUEUE } from './start-transfer-on-refund-requested.ts'
import { isHeld, RESERVATION_QUEUE, reservationId } from './sweep-reservation-on-refund-reserved.ts'

/** Owed refunds per page: after an outage of the network there may be very many, each with its row of due work. */
const PAGE = 1_000
/** Reservations that nobody answers for are told in one page: those that remain are told by the next look. */
const RESERVATIONS_MAX = 1_000
/** An ordinary look goes back so far; a thorough one compares all reservations with all refunds. */
const RECENT_MS = 3_600_000

const REFUNDS = { name: 'refunds', prefixes: [refunds.prefix] }
const RESERVATIONS = { name: 'reservations', prefixes: [transactions.prefix] }

/** Whether something is owed is asked, not whether its time has come. */
const SOON_OR_LATER = { cancelWindowMs: 0, unknownIsFinalMs: 0 }

/** What refunds are owed, told from the read models: payments and reversals, budgets of closed refunds, lost reservations. */
export function refundWatches({ store, execute, now }: Service): WatchRule[] {
  async function refundEvents(stream: string) {
    return (await store.read(stream)).map(refunds.parse)
  }

  async function owedPayment({ id, stream }: Candidate): Promise<Arming | null> {
    const events = await refundEvents(stream)
    const last = events.at(-1)
    const step = nextStep(fold(refunds.decider, events), { asked: false, armedForMs: 0 }, now(), SOON_OR_LATER)
    if (last === undefined || step.do === 'nothing') return null
    return { ...causeOf(last), queue: PAYMENT_QUEUE, id, dueInMs: 0 }
  }

  async function owedRelease({ id, stream }: Candidate): Promise<Arming | null> {
    const events = await refundEvents(stream)
    const last = events.at(-1)
    const state = fold(refunds.decider, events)
    if (last === undefined || !isRefund(state) || freedBy(state, attemptOf(id)) === null) return null
    const reservedOn = transactions.id(state.client_id, state.transaction_id)
    const { state: transaction } = await execute.load(transactions, reservedOn)
    if (heldMinor(transaction, refunds.idOf({ stream }), attemptOf(id)) === 0) return null
    return { ...causeOf(last), queue: RELEASE_QUEUE, id, dueInMs: 0 }
  }

  async function owedSweep({ id, stream }: Candidate): Promise<Arming | null> {
    const [refundId = ''] = id.split(':')
    const attempt = attemptOf(id)
    const events = (await store.read(stream)).map(transactions.parse)
    const reserved = events.findLast(({ type, data }) => type === 'RefundReserved' && data.refund_id === refundId)
    const transaction = fold(transactions.decider, events)
    if (reserved === undefined || heldMinor(transaction, refundId, attempt) === 0) return null
    const { state } = await execute.load(refunds, refundId)
    if (isHeld(state, transaction.recorded?.transaction_id)) return null
    return { ...causeOf(reserved), queue: RESERVATION_QUEUE, id, dueInMs: 0 }
  }

  return [
    { queue: PAYMENT_QUEUE, readModels: [REFUNDS], open: openPayments, owed: owedPayment },
    { queue: RELEASE_QUEUE, readModels: [REFUNDS, RESERVATIONS], open: openReleases, owed: owedRelease },
    { queue: RESERVATION_QUEUE, readModels: [REFUNDS, RESERVATIONS], open: openSweeps, owed: owedSweep },
  ]
}

function attemptOf(id: string): number {
  return Number(id.split(':')[1])
}

type Look = Parameters<WatchRule['open']>[1]

async function* openPayments(db: Service['db'], { olderThanMs }: Look): AsyncGenerator<Candidate[]> {
  let after: OwedRefund | undefined
  do {
    const page: OwedRefund[] = await listOwed(db, {
      olderThanMs,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    })
    yield page.map(({ refund_id, stream }) => ({ id: refund_id, stream }))
    after = page.length < PAGE ? undefined : page.at(-1)
  } while (after !== undefined)
}

async function* openReleases(db: Service['db'], look: Look): AsyncGenerator<Candidate[]> {
  const over = (await unanswered(db, look)).filter(({ status }) => status !== null)
  yield over.map(({ refund_id, attempt }) => ({ id: releaseId(refund_id, attempt), stream: refunds.stream(refund_id) }))
}

/** Also those of refunds that are over: an attempt that never came may have reserved after the one before it failed. */
async function* openSweeps(db: Service['db'], look: Look): AsyncGenerator<Candidate[]> {
  const open = await unanswered(db, look)
  yield open.map(({ refund_id, attempt, stream }) => ({ id: reservationId(refund_id, attempt, stream), stream }))
}

function unanswered(db: Service['db'], { olderThanMs, thorough }: Look): Promise<UnansweredReservation[]> {
  const newer = thorough ? {} : { newerThanMs: RECENT_MS }
  return listUnansweredReservations(db, { olderThanMs, limit: RESERVATIONS_MAX, ...newer })
}
