import { z } from 'zod'
import { lists } from '#domain/fraud/lists/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Service } from '#service.ts'
import { invalidatePolicy } from '#services/fraud/policy-cache.ts'
import type { ErrorCode } from '#values/errors.ts'
import { optional, plainText } from '#values/text.ts'

export const RemoveListEntryBody = z
  .strictObject({ reason: optional(plainText(500)).describe('Reason for the removal, at most 500 characters.') })
  .nullish()
  .transform(body => body ?? { reason: null })

export const removeListEntryErrors = ['NOT_FOUND'] as const satisfies readonly ErrorCode[]

export async function removeListEntry(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { entry_id, reason }: { entry_id: string } & z.output<typeof RemoveListEntryBody>,
): Promise<void> {
  const { client_id } = context.actor
  await execute.run(lists, lists.id(client_id), { type: 'remove', client_id, entry_id, reason }, context)
  invalidatePolicy(execute, client_id)
}
