import { z } from 'zod'
import { type Flag, flagNotFound, reconciliations } from '#domain/refunds/reconciliation/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import type { ErrorCode } from '#values/errors.ts'
import { plainText } from '#values/text.ts'

export const REASON_LENGTH_MAX = 1_000
export const ResolveFlagBody = z.object({
  reason: plainText(REASON_LENGTH_MAX).describe(
    `What was found out and done, 1 to ${REASON_LENGTH_MAX.toLocaleString('en-US')} characters; shown in the audit.`,
  ),
})

export const resolveFlagErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Errors: NOT_FOUND; CONFLICT when the flag was resolved for another reason. */
export async function resolveFlag(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { flag_id, reason }: z.infer<typeof ResolveFlagBody> & { flag_id: string },
): Promise<{ id: string; flag: Flag }> {
  const parsed = reconciliations.parseFlagId(flag_id)
  if (parsed === null) throw flagNotFound()
  const { id, number } = parsed
  const command = { type: 'resolve', client_id: clientOf(context.actor), number, reason } as const
  const { state } = await execute.run(reconciliations, id, command, context)
  return { id, flag: state.flags.find(flag => flag.number === number)! }
}
