import { refunds } from '#domain/refunds/decider.ts'
import { isRefund } from '#domain/refunds/state.ts'
import { reservedMinor, transactions } from '#domain/transactions/decider.ts'
import { Device, deviceSealContext, type TransactionRecordedData } from '#domain/transactions/events.ts'
import { openSealed } from '#edge/vault/open-sealed.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { toMajor } from '#values/money.ts'
import { ERASED } from '#values/person.ts'

/** Each refund is a stream to read; the refund list shows all of them. */
export const REFUNDS_SHOWN_MAX = 50

/** From the streams, so late read models do not matter. Errors: NOT_FOUND, for another client's transaction too. */
export async function getTransaction(
  service: Pick<Service, 'execute' | 'vault' | 'log'>,
  clientId: string,
  transactionId: string,
) {
  const { execute } = service
  const id = transactions.id(clientId, transactionId)
  const { state } = await execute.load(transactions, id)
  const { recorded, reservations } = state
  if (recorded === null) throw new Rejection('NOT_FOUND')
  const accessStatus = await getAccessStatus(service, recorded, transactions.stream(id))
  const reserved = reservedMinor(state)
  // In the order in which they were first reserved.
  const newest = [...reservations.keys()].slice(-REFUNDS_SHOWN_MAX).reverse()
  const found = await Promise.all(
    newest.map(async refund_id => ({ refund_id, state: (await execute.load(refunds, refund_id)).state })),
  )
  return {
    recorded: await openRecorded(service, clientId, recorded, accessStatus === 'erased'),
    accessStatus,
    // In major units: what refunds hold or have paid, and what a new request could still have.
    refunded_amount: toMajor(reserved, recorded.currency),
    refundable_amount: toMajor(recorded.amount_minor - reserved, recorded.currency),
    // A reservation without a recorded refund appears in the amounts only.
    refunds: found.flatMap(({ refund_id, state }) => (isRefund(state) ? [{ refund_id, ...state }] : [])),
    has_more_refunds: reservations.size > REFUNDS_SHOWN_MAX,
  }
}

const ERASED_DEVICE: Device = { ip: ERASED, user_agent: ERASED, fingerprint: ERASED }

async function openRecorded(
  service: Pick<Service, 'vault' | 'log'>,
  clientId: string,
  { device_sealed, ...recorded }: TransactionRecordedData,
  isErased: boolean,
): Promise<Omit<TransactionRecordedData, 'device_sealed'>> {
  if (isErased) {
    const device = recorded.device === null && device_sealed === undefined ? null : ERASED_DEVICE
    return { ...recorded, user_id: ERASED, account_id: recorded.account_id && ERASED, device }
  }
  if (device_sealed === undefined) return recorded
  const context = deviceSealContext(transactions.id(clientId, recorded.transaction_id))
  const text = await openSealed(service, device_sealed.text, context)
  return { ...recorded, device: text === null ? ERASED_DEVICE : Device.parse(JSON.parse(text)) }
}
