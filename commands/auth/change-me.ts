import { z } from 'zod'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { DISPLAY_NAME, displayName, displayNameChange } from '#services/auth/display-name.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'

export const ChangeMeBody = z.object({
  display_name: displayName.nullable().describe(`${DISPLAY_NAME}; null removes it.`),
})

export const changeMeErrors = ['AUTH_003'] as const satisfies readonly ErrorCode[]

/** What users may change of their own record. */
export async function changeMe(
  { execute, vault }: Pick<Service, 'execute' | 'vault'>,
  context: Context,
  { display_name }: z.output<typeof ChangeMeBody>,
): Promise<void> {
  const user_id = context.actor.sub
  const { state } = await execute.load(users, user_id)
  if (state.status !== 'active') throw new Rejection('AUTH_001')
  const change = await displayNameChange(vault, user_id, state, display_name)
  if (change === null) return
  await execute.run(users, user_id, { ...change, client_id: clientOf(context.actor) }, context)
}
