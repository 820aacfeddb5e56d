import { refundDecider } from '#domain/refunds/decider.ts'
import { refundStream } from '#domain/refunds/events.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { fieldRejection } from '#errors.ts'
import type { Service } from '#service.ts'

/** A refund of this client as it stands now. Another client's refund is REFUND_003, like one that does not exist. */
export async function ownRefund(
  service: Pick<Service, 'execute'>,
  clientId: string,
  refundId: string,
): Promise<Refund> {
  if (!/^rf_[0-9a-f-]{36}$/.test(refundId)) throw notFound()
  const { state } = await service.execute.load(refundDecider, refundStream(refundId))
  if (!isRefund(state) || state.client_id !== clientId) throw notFound()
  return state
}

function notFound() {
  return fieldRejection('REFUND_003', [{ field: 'refund_id', reason: 'names no refund' }])
}
