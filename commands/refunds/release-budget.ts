import { transactions } from '#domain/transactions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { derivedUuid } from '#values/ids.ts'

/** Idempotent. Errors: REFUND_002. */
export async function releaseBudget(
  service: Pick<Service, 'execute'>,
  context: Context,
  { client_id, transaction_id }: { client_id: string; transaction_id: string },
  reservation: { refund_id: string; attempt: number; reason: string },
): Promise<void> {
  const command_id = derivedUuid('release', reservation.refund_id, reservation.attempt)
  const id = transactions.id(client_id, transaction_id)
  await service.execute.run(
    transactions,
    id,
    { type: 'release', client_id, ...reservation },
    { ...context, command_id },
  )
}
