import { lists } from '#domain/fraud/lists/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { invalidatePolicy } from '#services/fraud/policy-cache.ts'

/** Errors: NOT_FOUND. */
export async function removeListEntry(service: Service, context: Context, entry_id: string): Promise<void> {
  const { client_id } = context.actor
  await service.execute.run(lists, lists.id(client_id), { type: 'remove', client_id, entry_id }, context)
  invalidatePolicy(service.execute, client_id)
}
