import { z } from 'zod'
import { normaliseClientName } from '#domain/auth/client-names/events.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import { AgreedLimit, SmsQuota, Tier } from '#domain/auth/clients/events.ts'
import { assertPlatformCaller } from '#domain/auth/platform.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { takeClientName } from '#services/auth/take-client-name.ts'
import type { ErrorCode } from '#values/errors.ts'
import { newId } from '#values/ids.ts'
import { prose } from '#values/prose.ts'
import { plainText } from '#values/text.ts'

export const clientFields = {
  name: plainText(140)
    .refine(text => normaliseClientName(text) !== '', {
      error: 'must not be empty',
      when: ({ issues }) => issues.length === 0,
    })
    .describe('Name of the organisation, 1 to 140 characters.'),
  tier: Tier.describe('The rate tier; “Rate limits” lists the limits of each tier.'),
  agreed_limit: z
    .object({
      per_minute: AgreedLimit.shape.per_minute.describe('Requests per minute, at least 1.'),
      per_day: AgreedLimit.shape.per_day.describe('Requests per UTC day, at least 1; null means no daily limit.'),
    })
    .nullable()
    .describe("Rate limits that replace the tier's; null means the tier's."),
  sms_quota: z
    .object({
      per_month: SmsQuota.shape.per_month.describe('Analyses per UTC calendar month, at least 1; null means no limit.'),
    })
    .nullable()
    .describe("Quota of message analyses that replaces the tier's; null means the tier's."),
  country: z
    .string()
    .regex(/^[A-Z]{2}$/, 'must be two capital letters')
    .nullable()
    .describe(
      prose(
        "The country of the client's people, ISO 3166-1 in two capital letters; it decides whether a sender's number",
        'is local or foreign. Null means unknown.',
      ),
    ),
}

export const RegisterClientBody = z
  .object({ ...clientFields, tier: clientFields.tier.default('B') })
  .partial({ agreed_limit: true, sms_quota: true, country: true })

/** CONFLICT: another client has the name, or `client_id` exists. */
export const registerClientErrors = ['CONFLICT'] as const satisfies readonly ErrorCode[]

export async function registerClient(
  service: Pick<Service, 'execute' | 'db'>,
  context: Context,
  input: z.output<typeof RegisterClientBody> & { client_id?: string },
): Promise<string> {
  const { client_id = newId('clt'), agreed_limit = null, sms_quota = null, country = null, ...named } = input
  const caller = { client_id: clientOf(context.actor) }
  assertPlatformCaller(caller)
  await takeClientName(service, context, client_id, named.name)
  const register = { type: 'register', ...caller, ...named, agreed_limit, sms_quota, country } as const
  await service.execute.run(clients, client_id, register, context)
  return client_id
}
