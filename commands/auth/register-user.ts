import { z } from 'zod'
import { clients } from '#domain/auth/clients/decider.ts'
import { EMAIL_LENGTH_MAX, normaliseEmail } from '#domain/auth/email-address.ts'
import { assertCanAdminister } from '#domain/auth/platform.ts'
import { ROLE_NAMES } from '#domain/auth/roles.ts'
import { isServiceAccountAddress } from '#domain/auth/service-accounts/login-name.ts'
import { users } from '#domain/auth/users/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import { userIdOf, userSubject } from '#privacy/user-id.ts'
import type { Service } from '#service.ts'
import { DISPLAY_NAME, displayName, sealDisplayName } from '#services/auth/display-name.ts'
import { ChosenPassword, NEW_PASSWORD, type Passwords, sealPassword } from '#services/auth/passwords.ts'
import { type ErrorCode, fieldRejection, Rejection } from '#values/errors.ts'
import { plainText } from '#values/text.ts'

export const userRole = z
  .enum(ROLE_NAMES)
  .describe('The role of the user; “Authentication and roles” lists the scopes of each role.')
export const RegisterUserBody = z.object({
  client_id: plainText(128).optional().describe("The client of the user; by default the caller's own."),
  email: z.email().max(EMAIL_LENGTH_MAX).describe(`Address to log in with, at most ${EMAIL_LENGTH_MAX} characters.`),
  role: userRole,
  display_name: displayName.nullish().describe(`${DISPLAY_NAME}.`),
  password: ChosenPassword.nullish().describe(
    `${NEW_PASSWORD} Without one the user can only use social or biometric logins.`,
  ),
})

/** NOT_FOUND: an unknown or foreign client. CONFLICT: the address has an account. */
export const registerUserErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

export async function registerUser(
  service: Pick<Service, 'execute' | 'vault'> & { passwords: Pick<Passwords, 'hash'> },
  context: Context,
  {
    client_id,
    email,
    role,
    display_name = null,
    password = null,
  }: z.output<typeof RegisterUserBody> & { client_id: string },
): Promise<string> {
  const { execute, vault } = service
  assertCanAdminister({ client_id: clientOf(context.actor) }, client_id)
  if (isServiceAccountAddress(email))
    throw fieldRejection('INVALID_REQUEST', [{ field: 'email', reason: 'is in the domain of service accounts' }])
  const { state: client } = await execute.load(clients, client_id)
  if (client.status === 'absent') throw new Rejection('NOT_FOUND', { field: 'client_id', reason: 'no such client' })
  const user_id = userIdOf(vault, email)
  const email_sealed = await vault.seal(userSubject(user_id), `${user_id}|email`, normaliseEmail(email))
  const password_sealed = password === null ? null : await sealPassword(service, user_id, password)
  const display_name_sealed = await sealDisplayName(vault, user_id, display_name)
  const sealed = { email_sealed, display_name_sealed, password_sealed }
  await execute.run(users, user_id, { type: 'register', client_id, role, ...sealed }, context)
  return user_id
}
