import { refundStreams } from '#domain/refunds/events.ts'
import { transactionStreams } from '#domain/transactions/events.ts'
import { hearNetwork } from '#modules/refunds/hear-network.ts'
import { observePayments } from '#modules/refunds/metrics.ts'
import { createPayRefund } from '#modules/refunds/pay-refund.ts'
import { releaseBudgetOnRefundClosed } from '#modules/refunds/release-budget-on-refund-closed.ts'
import { transferOnRefundRequested } from '#modules/refunds/start-transfer-on-refund-requested.ts'
import {
  checkOfReservation,
  createSweepReservation,
  RESERVATION_GRACE_MS,
} from '#modules/refunds/sweep-reservation-on-refund-reserved.ts'
import type { Service } from '#service.ts'
import { startConsumer } from './consumer.ts'
import { startDueRunner } from './due-runner.ts'
import { dueWorkMigrations } from './due-work.ts'

export const reactionMigrations = dueWorkMigrations

/**
 * An instruction lives 20 s (`INSTRUCTION_LIFE_MS`); clocks within 30 s of each other leave this far on the safe side. A
 * void of a transfer that never reached the network is settled after it.
 */
const UNKNOWN_IS_FINAL_MS = 120_000

type ReactionSettings = { reservationGraceMs: number; unknownIsFinalMs: number }

type ReactionsHealth = {
  ok: boolean
  groups: Record<string, { live: boolean; parked: number }>
  /** How long the work that is due longest has been waiting, milliseconds. */
  lag_ms: number
  /** Groups that are not connected or gave up on events. */
  note?: string
}

export type Reactions = { stop(): Promise<void>; health(): ReactionsHealth }

/** Work that waits longer than this means that nobody does it. A backlog after an outage is worked off well within it. */
const DUE_LAG_MS_MAX = 120_000

/**
 * Starts the payment process and the budget reaction; resolves when they run. Any number of processes may do so. `settings`
 * are for tests.
 */
export async function startReactions(service: Service, settings: Partial<ReactionSettings> = {}): Promise<Reactions> {
  const { db, log, now, config } = service
  const { reservationGraceMs = RESERVATION_GRACE_MS, unknownIsFinalMs = UNKNOWN_IS_FINAL_MS } = settings
  const cancelWindowMs = config.REFUND_CANCEL_WINDOW_MS
  const observer = observePayments(service)

  hearNetwork(service, observer)
  const payRefund = createPayRefund(service, { cancelWindowMs, unknownIsFinalMs }, observer)
  const payments = startDueRunner({
    db,
    log,
    now,
    queue: 'refund-payment',
    step: payRefund,
    onFailure: observer.failure,
  })
  const sweeps = startDueRunner({
    db,
    log,
    now,
    queue: 'reservation',
    step: createSweepReservation(service),
    concurrency: 8,
    onFailure: observer.failure,
  })

  const consumers = [
    startConsumer(service, {
      group: 'refund-payments',
      prefixes: [refundStreams.prefix],
      async handle(event) {
        const arming = transferOnRefundRequested(event, cancelWindowMs)
        if (arming !== null) await payments.arm(arming)
      },
    }),
    startConsumer(service, {
      group: 'refund-budget',
      prefixes: [refundStreams.prefix, transactionStreams.prefix],
      async handle(event) {
        const check = checkOfReservation(event, reservationGraceMs)
        if (check !== null) await sweeps.arm(check)
        else await releaseBudgetOnRefundClosed(service, event)
      },
    }),
  ]
  const watch = observer.watch(consumers)

  return {
    health() {
      const groups = Object.fromEntries(
        consumers.map(consumer => [consumer.group, { live: consumer.isLive(), parked: consumer.parked() }]),
      )
      const lag_ms = watch.dueLagMs()
      const ok = consumers.every(consumer => consumer.isLive()) && lag_ms < DUE_LAG_MS_MAX
      const owed = consumers.flatMap(({ group, isLive, parked }) => [
        ...(isLive() ? [] : [`${group}: not connected`]),
        ...(parked() > 0 ? [`${group}: ${parked()} parked`] : []),
      ])
      owed.push(...watch.notes())
      return { ok, groups, lag_ms, ...(owed.length === 0 ? {} : { note: owed.join(', ') }) }
    },
    async stop() {
      watch.stop()
      await Promise.all(consumers.map(consumer => consumer.stop()))
      await Promise.all([payments.stop(), sweeps.stop()])
    },
  }
}
