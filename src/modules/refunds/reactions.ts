import type { Config } from '#config/config.ts'
import type { DueWorkParts, Reaction } from '#reactions/reaction.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { hearNetwork } from './hear-network.ts'
import { keepBudget } from './keep-budget.ts'
import { observePayments, observeWaiting } from './metrics.ts'
import { createPayRefund } from './pay-refund.ts'
import { createReleaseBudget, RELEASE_QUEUE } from './release-budget-on-refund-closed.ts'
import { PAYMENT_QUEUE, startTransferOnRefundRequested } from './start-transfer-on-refund-requested.ts'
import {
  createSweepReservation,
  RESERVATION_GRACE_MS,
  RESERVATION_QUEUE,
} from './sweep-reservation-on-refund-reserved.ts'
import { refundWatches } from './watches.ts'

/**
 * An instruction lives 20 s (`INSTRUCTION_LIFE_MS`); clocks within 30 s of each other leave this far on the safe side. A
 * void of a transfer that never reached the network is settled after it.
 */
const UNKNOWN_IS_FINAL_MS = 120_000

/** A payment or release that has been due for so long waits for somebody who is not there. */
const LAG_MS_MAX = 120_000
/** Nobody waits for a forgotten reservation, and after an outage payments go first. */
const RESERVATION_LAG_MS_MAX = 600_000
/** Few and cheap, so they leave the places to the payments. */
const BUDGET_CONCURRENCY = 8

type RefundSettings = { unknownIsFinalMs: number }

/** Who makes the payments of refunds and keeps the budget of their transactions. `settings` are for tests. */
export function refundWork(service: RefundService, settings: Partial<RefundSettings> = {}): DueWorkParts {
  const { unknownIsFinalMs = UNKNOWN_IS_FINAL_MS } = settings
  const cancelWindowMs = service.config.REFUND_CANCEL_WINDOW_MS
  const observer = observePayments(service)
  hearNetwork(service, observer)
  const payRefund = createPayRefund(service, { cancelWindowMs, unknownIsFinalMs }, observer)
  return {
    queues: [
      { name: PAYMENT_QUEUE, step: payRefund, lagMsMax: LAG_MS_MAX },
      {
        name: RELEASE_QUEUE,
        step: createReleaseBudget(service),
        concurrency: BUDGET_CONCURRENCY,
        lagMsMax: LAG_MS_MAX,
      },
      {
        name: RESERVATION_QUEUE,
        step: createSweepReservation(service),
        concurrency: BUDGET_CONCURRENCY,
        lagMsMax: RESERVATION_LAG_MS_MAX,
      },
    ],
    watches: refundWatches(service),
    notes: observeWaiting(service),
  }
}

/** What events of refunds and transactions leave to be done. */
export function refundFollowers(
  config: Pick<Config, 'REFUND_CANCEL_WINDOW_MS'>,
  reservationGraceMs = RESERVATION_GRACE_MS,
): Reaction[] {
  return [startTransferOnRefundRequested(config.REFUND_CANCEL_WINDOW_MS), keepBudget(reservationGraceMs)]
}
