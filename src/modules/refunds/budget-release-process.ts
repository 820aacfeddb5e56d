import { releaseBudget } from '#commands/refunds/release-budget.ts'
import { refunds } from '#domain/refunds/decider.ts'
import type { RefundEvent } from '#domain/refunds/events.ts'
import { isRefund, type RefundState } from '#domain/refunds/state.ts'
import { heldMinor, transactions } from '#domain/transactions/decider.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { Process } from '#reactions/process.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { Service } from '#service.ts'
import { BUDGET_READ_MODELS, pollOrphanedReservations } from './orphaned-reservations.ts'
import { parseKnownEvent } from './parse-known-event.ts'

/** A few cheap jobs; the capacity is for payments. */
const CONCURRENCY = 8
const LAG_MS_MAX = 120_000
/** The refund id may be that of a refund of another transaction: two requests used one key at the same time. */
const NEVER_CREATED: ReadonlySet<string> = new Set(['abandoned', 'not_created'])

/**
 * Releases the part of a transaction's amount that a refund holds, once no money of the refund is out. The command that
 * closes a refund does so at once; this process repeats it until it succeeds.
 */
export const budgetReleaseProcess: Process<Service> = {
  queue: 'budget-release',
  concurrency: CONCURRENCY,
  lagMsMax: LAG_MS_MAX,

  schedule(event) {
    if (transactions.has(event)) return []
    const attempt = attemptToRelease(parseKnownEvent(refunds, event))
    return attempt === null ? [] : [{ id: releaseId(refunds.idOf(event), attempt), dueInMs: 0 }]
  },

  cancel(event) {
    if (!transactions.has(event)) return []
    const { type, data } = parseKnownEvent(transactions, event)
    switch (type) {
      case 'RefundReserved':
        // A retry replaces the reservation of the attempt before it.
        return data.attempt === 0 ? [] : [{ id: releaseId(data.refund_id, data.attempt - 1) }]
      case 'RefundReleased':
        if (NEVER_CREATED.has(data.reason)) return []
        return [{ id: releaseId(data.refund_id, data.attempt) }, { id: releaseId(data.refund_id, 'the last') }]
      default:
        return []
    }
  },

  handler: service => async claim => {
    const [refund_id = '', attemptText] = claim.id.split(':')
    const { state } = await service.execute.load(refunds, refund_id)
    if (!isRefund(state)) return { done: true }
    const attempt = attemptText === undefined ? state.attempt : Number(attemptText)
    const reason = releaseReason(state, attempt)
    if (reason === null) return { done: true }
    const context = systemContext('budget-process', state.client_id, claim, service.now())
    await releaseBudget(service, context, state, { refund_id, attempt, reason })
    return { done: true }
  },

  overdue: ({ store, execute }) => ({
    readModels: BUDGET_READ_MODELS,
    async *candidates(db, poll) {
      const orphaned = (await pollOrphanedReservations(db, poll)).filter(({ status }) => status !== null)
      yield orphaned.map(({ refund_id, attempt }) => ({
        ...{ id: releaseId(refund_id, attempt), stream: refunds.stream(refund_id) },
      }))
    },
    async outstanding({ id, stream }) {
      const attempt = Number(id.split(':')[1])
      const events = (await store.read(stream)).map(refunds.parse)
      const state = fold(refunds.decider, events)
      if (!isRefund(state) || releaseReason(state, attempt) === null) return null
      const reservedOn = transactions.id(state.client_id, state.transaction_id)
      const { state: transaction } = await execute.load(transactions, reservedOn)
      const isHeld = heldMinor(transaction, refunds.idOf({ stream }), attempt) > 0
      return isHeld ? (events.at(-1) ?? null) : null
    },
  }),
}

function releaseId(refundId: string, attempt: number | 'the last'): string {
  return attempt === 'the last' ? refundId : `${refundId}:${attempt}`
}

function attemptToRelease({ type, data }: RefundEvent): number | 'the last' | null {
  switch (type) {
    case 'RefundFailed':
    case 'TransferFailedAfterVoid':
      return data.attempt
    case 'RefundCancelled':
    case 'ReversalCompleted':
      return 'the last'
    case 'RefundVoided':
      return data.transfer === 'none' ? 'the last' : null
    default:
      return null
  }
}

/** Null while the attempt's money is out or may still go out. */
export function releaseReason(state: RefundState, attempt: number): string | null {
  if (!isRefund(state) || attempt > state.attempt) return null
  // An attempt has a next one only when it failed.
  if (attempt < state.attempt) return 'failed'
  if (state.status === 'cancelled' || state.status === 'failed') return state.status
  if (state.status !== 'voided') return null
  if (state.transfer === 'none') return 'voided'
  return state.reversal?.status === 'completed' ? 'reversed' : null
}
