import { refunds } from '#domain/refunds/decider.ts'
import type { RefundEventType } from '#domain/refunds/events.ts'
import { nextStep } from '#domain/refunds/next-step.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { fold } from '#event-sourcing/decider.ts'
import type { Poll, Process } from '#reactions/process.ts'
import type { Candidate } from '#reactions/reaction.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { listOutstandingRefunds, type OutstandingRefund } from './list-outstanding-refunds.ts'
import { parseKnownEvent } from './parse-known-event.ts'
import { createPayRefund } from './pay-refund.ts'
import { observePayments } from './payment-observer.ts'
import { recordUnsolicitedOutcomes } from './record-unsolicited-outcomes.ts'

/** Far above an instruction's life (20 s) and a clock skew of 30 s. It settles the void of an unknown transfer. */
const UNKNOWN_IS_FINAL_MS = 120_000
const LAG_MS_MAX = 120_000
/** After an outage of the network very many refunds are outstanding, each with a job. */
const PAGE = 1_000
/** The overdue check looks for a step that is left, whenever it is due. */
const NO_DELAYS = { cancelWindowMs: 0, unknownIsFinalMs: 0 }
/** After these no money is to move, or the event after it schedules the job again. A void depends on its transfer. */
const CANCELLING: ReadonlySet<RefundEventType> = new Set<RefundEventType>([
  ...(['RefundCompleted', 'RefundFailed', 'RefundCancelled', 'TransferSettledAfterVoid'] as const),
  ...(['TransferFailedAfterVoid', 'ReversalCompleted', 'ReversalFailed'] as const),
])

/** One job per refund, voided ones included, until no money is to move any more. */
export function paymentProcess(cancelWindowMs: number, unknownIsFinalMs = UNKNOWN_IS_FINAL_MS): Process<RefundService> {
  return {
    queue: 'refund-payment',
    lagMsMax: LAG_MS_MAX,

    schedule(event) {
      const id = refunds.idOf(event)
      const { type, data } = parseKnownEvent(refunds, event)
      switch (type) {
        case 'RefundRequested':
        case 'RefundRetried':
          return [{ id, dueInMs: cancelWindowMs }]
        case 'RefundVoided':
          return data.transfer === 'in_flight' ? [{ id, dueInMs: 0 }] : []
        case 'ReversalStarted':
          return [{ id, dueInMs: 0 }]
        default:
          return []
      }
    },

    /** A settled transfer of a voided refund still has to be reversed: the next event schedules the job again. */
    cancel(event) {
      const { type, data } = parseKnownEvent(refunds, event)
      const isCancelled = type === 'RefundVoided' ? data.transfer !== 'in_flight' : CANCELLING.has(type)
      return isCancelled ? [{ id: refunds.idOf(event) }] : []
    },

    handler(service) {
      const observer = observePayments(service)
      recordUnsolicitedOutcomes(service, observer)
      return createPayRefund(service, { cancelWindowMs, unknownIsFinalMs }, observer)
    },

    overdue: ({ store, now }) => ({
      readModels: [{ name: 'refunds', prefixes: [refunds.prefix] }],
      candidates: outstandingRefunds,
      async outstanding({ stream }) {
        const events = (await store.read(stream)).map(refunds.parse)
        const state = fold(refunds.decider, events)
        const step = nextStep(state, { isRequested: false, sinceScheduledMs: 0 }, now(), NO_DELAYS)
        return step.do === 'nothing' ? null : (events.at(-1) ?? null)
      },
    }),
  }
}

async function* outstandingRefunds(db: Database, { olderThanMs }: Poll): AsyncGenerator<Candidate[]> {
  let page: OutstandingRefund[] = []
  do {
    page = await listOutstandingRefunds(db, { olderThanMs, limit: PAGE, after: page.at(-1) })
    yield page.map(({ refund_id, stream }) => ({ id: refund_id, stream }))
  } while (page.length === PAGE)
}
