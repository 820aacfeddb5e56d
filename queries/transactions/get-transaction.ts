import { refunds } from '#domain/refunds/decider.ts'
import { isRefund, type Refund } from '#domain/refunds/state.ts'
import { reservedMinor, transactions } from '#domain/transactions/decider.ts'
import type { TransactionRecordedData } from '#domain/transactions/events.ts'
import { Rejection } from '#errors.ts'
import { toMajor } from '#money.ts'
import type { Service } from '#service.ts'

/** Refunds that are shown with their transaction; each is a stream to read. The refund list shows all of them. */
export const REFUNDS_SHOWN_MAX = 50

export type KnownTransaction = {
  recorded: TransactionRecordedData
  /** Of the amount, in major units: what refunds have or hold, and what a request could still have. */
  refunded_amount: number
  refundable_amount: number
  refunds: (Refund & { refund_id: string })[]
  has_more_refunds: boolean
}

/**
 * A transaction of this client with what is left of it to refund, and its newest refunds, all from the streams that decide: what is
 * shown as refundable is what a request is granted at that moment, and who was told of a refund finds it here, whichever process
 * answers and however far behind the read models are. Errors: NOT_FOUND, for another client's transaction too.
 */
export async function getTransaction(
  { execute }: Pick<Service, 'execute'>,
  clientId: string,
  transactionId: string,
): Promise<KnownTransaction> {
  const { state } = await execute.load(transactions, transactions.id(clientId, transactionId))
  const { recorded, reservations } = state
  if (recorded === null) throw new Rejection('NOT_FOUND')
  const reserved = reservedMinor(state)
  // In the order of their first reservations, which is that of their creation.
  const newest = [...reservations.keys()].slice(-REFUNDS_SHOWN_MAX).reverse()
  const found = await Promise.all(
    newest.map(async refund_id => ({ refund_id, state: (await execute.load(refunds, refund_id)).state })),
  )
  return {
    recorded,
    refunded_amount: toMajor(reserved, recorded.currency),
    refundable_amount: toMajor(recorded.amount_minor - reserved, recorded.currency),
    // A reservation whose refund is on its way, or never came to be, shows in the amounts alone.
    refunds: found.flatMap(({ refund_id, state }) => (isRefund(state) ? [{ refund_id, ...state }] : [])),
    has_more_refunds: reservations.size > REFUNDS_SHOWN_MAX,
  }
}
