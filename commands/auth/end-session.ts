import { sessions } from '#domain/auth/sessions/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import type { Auth } from '#services/auth/auth.ts'
import { type ErrorCode, Rejection } from '#values/errors.ts'

/** NOT_FOUND: also another user's session. */
export const endSessionErrors = ['AUTH_003', 'NOT_FOUND'] as const satisfies readonly ErrorCode[]

/** Ends a session of the caller. A repeat is not an error. */
export async function endSession(
  { execute, sessionCache }: Pick<Auth, 'execute' | 'sessionCache'>,
  context: Context,
  { session_id }: { session_id: string },
): Promise<void> {
  const user_id = context.actor.sub
  const { state } = await execute.load(sessions, session_id)
  if (state.status === 'absent' || state.user_id !== user_id) throw new Rejection('NOT_FOUND')
  await execute.run(sessions, session_id, { type: 'close', user_id }, context)
  sessionCache.invalidate(session_id)
}
