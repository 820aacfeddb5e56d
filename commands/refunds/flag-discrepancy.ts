import { randomUUID } from 'node:crypto'
import { refundStreams } from '#domain/refunds/events.ts'
import { findFlag, reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import type { FlaggedDiscrepancy } from '#domain/refunds/reconciliation/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'

/** A flag that stands for a discrepancy; `isNew`: it was raised just now. */
export type RaisedFlag = { flag_id: string; status: 'open' | 'resolved'; isNew: boolean }

/**
 * Flags a discrepancy once, however often it is found; nothing else happens by it. Null: the refund has so many flags already that people look
 * at it anyway. Errors: SERVICE_UNAVAILABLE.
 */
export async function flagDiscrepancy(
  service: Pick<Service, 'execute'>,
  context: Context,
  discrepancy: Omit<FlaggedDiscrepancy, 'number'>,
): Promise<RaisedFlag | null> {
  const { client_id, refund_id, key, said } = discrepancy
  const id = reconciliations.id(client_id, refund_id ?? JSON.stringify([key, said?.reference ?? null]))
  const data = { ...discrepancy, user_id: await unerasedUserId(service, discrepancy) }
  // Two flags of one request are two commands.
  const commandContext = { ...context, command_id: randomUUID() }
  const { state, events } = await service.execute.run(reconciliations, id, { type: 'flag', data }, commandContext)
  const flag = findFlag(state.flags, data)
  if (flag === undefined) return null
  const status = flag.resolution === null ? 'open' : 'resolved'
  return { flag_id: reconciliations.flagId(id, flag.number), status, isNew: events.length > 0 }
}

/** Whoever is erased is not named anew. */
async function unerasedUserId(
  service: Pick<Service, 'execute'>,
  { client_id, user_id, refund_id }: Omit<FlaggedDiscrepancy, 'number'>,
) {
  if (client_id === null || user_id === null || refund_id === null) return null
  const accessStatus = await getAccessStatus(service, { client_id, user_id }, refundStreams.stream(refund_id))
  return accessStatus === 'erased' ? null : user_id
}
