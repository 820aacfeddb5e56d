import { randomUUID } from 'node:crypto'
import { refundStreams } from '#domain/refunds/events.ts'
import { findFlag, reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import type { FlaggedDiscrepancy } from '#domain/refunds/reconciliation/events.ts'
import type { Context } from '#event-sourcing/context.ts'
import { getAccessStatus } from '#privacy/access-status.ts'
import type { Service } from '#service.ts'

/** `isNew`: raised by this call. */
export type RaisedFlag = { flag_id: string; status: 'open' | 'resolved'; isNew: boolean }

/** Idempotent. Returns null when the refund has the maximum of flags. Errors: SERVICE_UNAVAILABLE. */
export async function flagDiscrepancy(
  service: Pick<Service, 'execute'>,
  context: Context,
  discrepancy: Omit<FlaggedDiscrepancy, 'number'>,
): Promise<RaisedFlag | null> {
  const { client_id, refund_id, key, said } = discrepancy
  const id = reconciliations.id(client_id, refund_id ?? JSON.stringify([key, said?.reference ?? null]))
  const data = { ...discrepancy, user_id: await unerasedUserId(service, discrepancy) }
  // One request raises several flags: each is a command of its own.
  const commandContext = { ...context, command_id: randomUUID() }
  const { state, events } = await service.execute.run(reconciliations, id, { type: 'flag', data }, commandContext)
  const flag = findFlag(state.flags, data)
  if (flag === undefined) return null
  const status = flag.resolution === null ? 'open' : 'resolved'
  return { flag_id: reconciliations.flagId(id, flag.number), status, isNew: events.length > 0 }
}

/** An erased person is not named again. */
async function unerasedUserId(
  service: Pick<Service, 'execute'>,
  { client_id, user_id, refund_id }: Omit<FlaggedDiscrepancy, 'number'>,
) {
  if (client_id === null || user_id === null || refund_id === null) return null
  const accessStatus = await getAccessStatus(service, { client_id, user_id }, refundStreams.stream(refund_id))
  return accessStatus === 'erased' ? null : user_id
}
