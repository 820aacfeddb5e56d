import { transactionDecider } from '#domain/transactions/decider.ts'
import type { Context } from '#execute.ts'
import { derivedUuid } from '#ids.ts'
import type { Service } from '#service.ts'

/** Gives back what an attempt of a refund had reserved of its transaction. Repeating it changes nothing. */
export async function releaseBudget(
  service: Service,
  context: Context,
  transactionStream: string,
  refund_id: string,
  attempt: number,
  reason: string,
): Promise<void> {
  const command_id = derivedUuid('release', refund_id, attempt)
  await service.execute.run(
    transactionDecider,
    transactionStream,
    { type: 'release', refund_id, attempt, reason },
    { ...context, command_id },
  )
}
