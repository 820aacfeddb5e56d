import { lists } from '#domain/fraud/lists/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { invalidatePolicy } from '#services/fraud/policy-cache.ts'
import type { ErrorCode } from '#values/errors.ts'

export const removeListEntryErrors = ['NOT_FOUND'] as const satisfies readonly ErrorCode[]

export async function removeListEntry(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { entry_id }: { entry_id: string },
): Promise<void> {
  const { client_id } = context.actor
  await execute.run(lists, lists.id(client_id), { type: 'remove', client_id, entry_id }, context)
  invalidatePolicy(execute, client_id)
}
