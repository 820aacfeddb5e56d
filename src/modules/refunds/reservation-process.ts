import { releaseBudget } from '#commands/refunds/release-budget.ts'
import { refunds } from '#domain/refunds/decider.ts'
import { isRefund, type RefundState } from '#domain/refunds/state.ts'
import { heldMinor, transactions } from '#domain/transactions/decider.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { releaseReason } from './budget-release-process.ts'
import { BUDGET_READ_MODELS, pollOrphanedReservations } from './orphaned-reservations.ts'
import { parseKnownEvent } from './parse-known-event.ts'

/** Reservation and refund are appended milliseconds apart: after a minute the process that reserved is dead. */
const GRACE_MS = 60_000
/** A few cheap jobs; the capacity is for payments. */
const CONCURRENCY = 8
/** No caller waits for it, and after an outage payments go first. */
const LAG_MS_MAX = 600_000

/**
 * Releases a reservation without a refund. It closes the refund's stream first, so that a request or retry in progress
 * is refused, and then releases the amount, so that it cannot be used twice.
 */
export function reservationProcess(graceMs = GRACE_MS): Process<Service> {
  return {
    queue: 'reservation',
    concurrency: CONCURRENCY,
    lagMsMax: LAG_MS_MAX,

    schedule(event) {
      if (!transactions.has(event)) return []
      const { type, data, stream } = parseKnownEvent(transactions, event)
      if (type !== 'RefundReserved') return []
      return [{ id: reservationId(data.refund_id, data.attempt, stream), dueInMs: graceMs }]
    },

    cancel(event) {
      if (transactions.has(event)) {
        const { type, data, stream } = parseKnownEvent(transactions, event)
        return type === 'RefundReleased' ? [{ id: reservationId(data.refund_id, data.attempt, stream) }] : []
      }
      const refundId = refunds.idOf(event)
      const { type, data } = parseKnownEvent(refunds, event)
      switch (type) {
        case 'RefundRequested': {
          const reservedOn = transactions.stream(transactions.id(data.client_id, data.transaction_id))
          return [{ id: reservationId(refundId, 0, reservedOn) }]
        }
        case 'RefundRetried':
          return [{ idsFrom: reservationId(refundId, data.attempt, '') }]
        default:
          return []
      }
    },

    handler: service => async claim => {
      const { execute } = service
      const [refundId = '', attemptText] = claim.id.split(':')
      const attempt = Number(attemptText)
      const { state: transaction } = await execute.load(transactions, transactions.idOf(claim))
      const { recorded } = transaction
      if (recorded === null || heldMinor(transaction, refundId, attempt) === 0) return { done: true }
      let { state } = await execute.load(refunds, refundId)
      if (needsReservation(state, recorded.transaction_id)) return { done: true }
      const context = () => systemContext('budget-process', recorded.client_id, claim, service.now())
      const close = closingCommand(state, attempt)
      if (close !== null) state = (await execute.run(refunds, refundId, close, context())).state
      if (needsReservation(state, recorded.transaction_id)) return { done: true }
      service.log.warn({ refund_id: refundId, attempt }, 'a reservation without a refund is released')
      await releaseBudget(service, context(), recorded, { refund_id: refundId, attempt, reason: 'abandoned' })
      return { done: true }
    },

    overdue: ({ store, execute }) => ({
      readModels: BUDGET_READ_MODELS,
      /** Also of closed refunds: a lost retry may have reserved after the attempt before it failed. */
      async *candidates(db, poll) {
        const open = await pollOrphanedReservations(db, poll)
        yield open.map(({ refund_id, attempt, stream }) => ({ id: reservationId(refund_id, attempt, stream), stream }))
      },
      async outstanding({ id, stream }) {
        const [refundId = '', attemptText] = id.split(':')
        const events = (await store.read(stream)).map(transactions.parse)
        const reserved = events.findLast(({ type, data }) => type === 'RefundReserved' && data.refund_id === refundId)
        const transaction = fold(transactions.decider, events)
        if (reserved === undefined || heldMinor(transaction, refundId, Number(attemptText)) === 0) return null
        const { state } = await execute.load(refunds, refundId)
        return needsReservation(state, transaction.recorded?.transaction_id) ? null : reserved
      },
    }),
  }
}

/** Includes the stream, because a key used for two transactions reserves on both under one refund_id. */
function reservationId(refundId: string, attempt: number, stream: string): string {
  return `${refundId}:${attempt}:${stream}`
}

function closingCommand(state: RefundState, attempt: number) {
  if (state.status === 'absent') return { type: 'abandon' } as const
  if (state.status === 'failed' && state.attempt < attempt) return { type: 'abandon_retry', attempt } as const
  return null
}

/** Its money is out or may go out. A refund of another transaction is from another request with the same key. */
function needsReservation(state: RefundState, transactionId: string | undefined): boolean {
  return isRefund(state) && state.transaction_id === transactionId && releaseReason(state, state.attempt) === null
}
