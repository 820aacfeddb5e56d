import { refundStreams } from '#domain/refunds/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import type { Subscription } from '#reactions/process.ts'
import type { RefundConfig } from '#services/refunds/config.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { budgetReleaseProcess } from './budget-release-process.ts'
import { paymentProcess } from './payment-process.ts'
import { reservationProcess } from './reservation-process.ts'

/** Nearly every reservation is followed by its refund within it, and then needs no job. */
const BUDGET_DELAY_MS = 1_000

/** `settings` are for tests. */
export function refundSubscriptions(
  { REFUND_CANCEL_WINDOW_MS }: Pick<RefundConfig, 'REFUND_CANCEL_WINDOW_MS'>,
  settings: { unknownIsFinalMs?: number; reservationGraceMs?: number } = {},
): Subscription<RefundService>[] {
  return [
    {
      name: 'refund-payments',
      prefixes: [refundStreams.prefix],
      processes: [paymentProcess(REFUND_CANCEL_WINDOW_MS, settings.unknownIsFinalMs)],
    },
    {
      name: 'refund-budget',
      prefixes: [refundStreams.prefix, transactionStreams.prefix],
      batchDelayMs: BUDGET_DELAY_MS,
      processes: [budgetReleaseProcess, reservationProcess(settings.reservationGraceMs)],
    },
  ]
}
