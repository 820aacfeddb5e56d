import { refunds } from '#domain/refunds/decider.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { NetworkResponse } from '#services/refunds/payments/payment-network.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { newId } from '#values/ids.ts'
import { outcomeOf } from './network-answer.ts'
import { type OutcomeObserver, tellOutcome } from './network-outcome.ts'

const KEY = /^(rf_[0-9a-f-]{36}):(\d{1,4})$/

/**
 * Records outcomes that the network tells without being asked, by the same commands as those it is asked for: what a refund
 * waits for is taken, what contradicts it raises the alarm.
 */
export function hearNetwork(service: RefundService, observer: OutcomeObserver): void {
  const { execute, network, log, now } = service

  async function hear(key: string, answer: NetworkResponse): Promise<void> {
    const [, refundId = '', attempt = ''] = KEY.exec(key) ?? []
    const { state } = await execute.load(refunds, refundId)
    if (!isRefund(state)) {
      observer.contradiction()
      log.error({ key, ...answer }, 'the payment network tells the outcome of a transfer that nobody asked for')
      return
    }
    const command = outcomeOf(answer, Number(attempt))
    if (command === null) return
    const cause = { correlation_id: newId('req'), causation_id: null }
    const context = systemContext('payment-process', state.client_id, cause, now())
    tellOutcome(log, observer, command, (await execute.run(refunds, refundId, command, context)).events)
  }

  network.listen(async (key, answer) => {
    try {
      await hear(key, answer)
    } catch (err) {
      log.warn({ key, err }, 'an outcome that the payment network told was not recorded')
      throw err
    }
  })
}
