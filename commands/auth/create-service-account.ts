import { z } from 'zod'
import { SCOPES } from '#domain/auth/roles.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { newServiceAccount } from '#services/auth/new-service-account.ts'
import type { ErrorCode } from '#values/errors.ts'
import { instant } from '#values/instant.ts'
import { plainText } from '#values/text.ts'

const NAME_LENGTH_MAX = 140

export const CreateServiceAccountBody = z.object({
  name: plainText(NAME_LENGTH_MAX).describe(`Description of the machine, 1 to ${NAME_LENGTH_MAX} characters.`),
  scopes: z
    .array(z.enum(SCOPES))
    .min(1)
    .max(SCOPES.length)
    .describe('Scopes of its tokens: at least one, only scopes that you have, and never `users:admin`.'),
  expires_at: instant
    .nullish()
    .describe('When it expires: ISO 8601 with an offset, in the future; null or missing = never.'),
})

/** NOT_FOUND: an unknown or foreign client. CONFLICT: the client has as many accounts as it may have. */
export const createServiceAccountErrors = ['NOT_FOUND', 'CONFLICT'] as const satisfies readonly ErrorCode[]

/** Only this response contains the secret. Errors also: AUTH_003 for scopes that the actor can't grant. */
export async function createServiceAccount(
  { execute }: Pick<Service, 'execute'>,
  context: Context,
  { client_id, name, scopes, expires_at }: z.output<typeof CreateServiceAccountBody> & { client_id: string },
): Promise<{ service_account_id: string; secret: string }> {
  const caller = { client_id: clientOf(context.actor), role: context.actor.role }
  const { account, secret } = await newServiceAccount(execute, caller, client_id, name)
  const chosen = {
    scopes: SCOPES.filter(scope => scopes.includes(scope)),
    expires_at: expires_at == null ? null : new Date(expires_at).toISOString(),
  }
  const create = { type: 'create', ...caller, account: { ...account, ...chosen }, now: context.now } as const
  await execute.run(serviceAccounts, client_id, create, context)
  return { service_account_id: account.service_account_id, secret }
}
