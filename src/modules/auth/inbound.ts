import { z } from 'zod'
import { inboundKind } from '#bus/inbound/inbound-kind.ts'
import { RegisterUserBody, registerUser } from '#commands/auth/register-user.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { userIdOf } from '#privacy/user-id.ts'
import type { Service } from '#service.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'

const CONSUMER = 'consumer'
const InboundUser = z.object({
  email: RegisterUserBody.shape.email,
  role: z
    .literal(CONSUMER)
    .default(CONSUMER)
    .describe('The role of the user: `consumer`. Other roles are not given over the bus.'),
})

/** Like `POST /admin/users` with the role `consumer` and without a password. */
export const userInbound = inboundKind({
  kind: 'user',
  name: 'InboundUser',
  summary: 'Register a consumer',
  description:
    'As `POST /admin/users` does, without a password and with the role `consumer` alone. An address that has another account is refused with CONFLICT.',
  schema: InboundUser,
  example: { email: 'erika.mustermann@example.com', role: CONSUMER },
  async take(service, context, { data: { email, role } }) {
    if (await isRegistered(service, context, email)) return 'duplicate'
    try {
      const passwords = { hash: () => Promise.reject(new Error('a user of the bus has no password')) }
      const { client_id } = context.actor
      await registerUser({ ...service, passwords }, context, { client_id, email, role })
      return 'recorded'
    } catch (error) {
      // The same message may have been taken at the same time.
      const isConflict = error instanceof Rejection && error.code === 'CONFLICT'
      if (!isConflict) throw error
      if (await isRegistered(service, context, email)) return 'duplicate'
      throw fieldRejection('CONFLICT', [{ field: 'email', reason: 'has another account' }])
    }
  },
})

async function isRegistered(
  { execute, vault }: Pick<Service, 'execute' | 'vault'>,
  { actor }: Context,
  email: string,
): Promise<boolean> {
  const { state } = await execute.load(users, userIdOf(vault, email))
  if (state.status === 'absent' || state.erased) return false
  return state.client_id === actor.client_id && state.role === CONSUMER
}
