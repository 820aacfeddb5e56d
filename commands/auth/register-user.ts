import { clients } from '#domain/auth/clients/decider.ts'
import { normaliseEmail } from '#domain/auth/email-address.ts'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import type { RoleName } from '#domain/auth/roles.ts'
import { isServiceAccountAddress } from '#domain/auth/service-accounts/login-name.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { userIdOf, userSubject } from '#privacy/user-id.ts'
import type { Service } from '#service.ts'
import type { Passwords } from '#services/auth/passwords.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'

type Input = { client_id: string; email: string; role: RoleName; password: string | null }

/**
 * Creates a user of a client. Without a password the user logs in by a social or biometric login only. Errors:
 * NOT_FOUND for an unknown or foreign client, INVALID_REQUEST for an address in the domain of service accounts,
 * CONFLICT for an address that has an account.
 */
export async function registerUser(
  service: Service & { passwords: Pick<Passwords, 'hash'> },
  context: Context,
  { client_id, email, role, password }: Input,
): Promise<string> {
  const { execute, vault, passwords } = service
  assertCanAdminister({ client_id: clientOf(context.actor) }, client_id)
  if (isServiceAccountAddress(email))
    throw fieldRejection('INVALID_REQUEST', [{ field: 'email', reason: 'is in the domain of service accounts' }])
  const { state: client } = await execute.load(clients, client_id)
  if (client.status === 'absent') throw new Rejection('NOT_FOUND', { field: 'client_id', reason: 'no such client' })
  const user_id = userIdOf(vault, email)
  const subject = userSubject(user_id)
  const email_sealed = await vault.seal(subject, `${user_id}|email`, normaliseEmail(email))
  const password_sealed =
    password === null ? null : await vault.seal(subject, `${user_id}|password`, await passwords.hash(password))
  const register = { type: 'register', client_id, role, email_sealed, password_sealed } as const
  await execute.run(users, user_id, register, context)
  return user_id
}
