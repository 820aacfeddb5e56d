import { refunds } from '#domain/refunds/decider.ts'
import { getOwnRefund, refundNotFound } from '#domain/refunds/ownership.ts'
import type { Refund } from '#domain/refunds/state.ts'
import type { Service } from '#service.ts'

/** Errors: REFUND_003, for another client's refund too. */
export async function getRefund(
  service: Pick<Service, 'execute'>,
  clientId: string,
  refundId: string,
): Promise<Refund> {
  if (!/^rf_[0-9a-f-]{36}$/.test(refundId)) throw refundNotFound()
  return getOwnRefund((await service.execute.load(refunds, refundId)).state, clientId)
}
