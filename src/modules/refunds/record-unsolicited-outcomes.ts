import { refunds } from '#domain/refunds/decider.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { systemContext } from '#reactions/system-context.ts'
import type { NetworkResponse } from '#services/refunds/payments/payment-network.ts'
import type { RefundService } from '#services/refunds/refund-service.ts'
import { newId } from '#values/ids.ts'
import { toOutcome } from './network-response.ts'
import { type PaymentObserver, reportOutcome } from './payment-observer.ts'

const KEY = /^(rf_[0-9a-f-]{36}):(\d{1,4})$/

/** The commands are the same as for responses. */
export function recordUnsolicitedOutcomes(service: RefundService, observer: PaymentObserver): void {
  const { execute, network, log, now } = service

  async function record(key: string, response: NetworkResponse): Promise<void> {
    const [, refundId = '', attempt = ''] = KEY.exec(key) ?? []
    const { state } = await execute.load(refunds, refundId)
    if (!isRefund(state)) {
      observer.contradiction()
      log.error({ key, ...response }, 'the payment network reports the outcome of a transfer that was not requested')
      return
    }
    const command = toOutcome(response, Number(attempt))
    if (command === null) return
    const cause = { correlation_id: newId('req'), causation_id: null }
    const context = systemContext('payment-process', state.client_id, cause, now())
    reportOutcome(log, observer, command, (await execute.run(refunds, refundId, command, context)).events)
  }

  network.listen(async (key, response) => {
    try {
      await record(key, response)
    } catch (err) {
      log.warn({ key, err }, 'an outcome reported by the payment network was not recorded')
      throw err
    }
  })
}
