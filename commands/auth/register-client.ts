import { clients } from '#domain/auth/clients/decider.ts'
import type { AgreedLimit, SmsQuota, Tier } from '#domain/auth/clients/events.ts'
import { assertPlatformCaller } from '#domain/auth/platform.ts'
import type { Context } from '#event-sourcing/context.ts'
import { clientOf } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'
import { takeClientName } from '#services/auth/take-client-name.ts'
import { newId } from '#values/ids.ts'

type Input = {
  name: string
  tier: Tier
  agreed_limit?: AgreedLimit | null | undefined
  sms_quota?: SmsQuota | null | undefined
  country?: string | null | undefined
  client_id?: string
}

/** Errors: AUTH_003, CONFLICT when another client has the name, or when `client_id` exists. */
export async function registerClient(service: Service, context: Context, input: Input): Promise<string> {
  const { client_id = newId('clt'), name, tier, agreed_limit = null, sms_quota = null, country = null } = input
  const caller = { client_id: clientOf(context.actor) }
  assertPlatformCaller(caller)
  await takeClientName(service, context, client_id, name)
  const register = { type: 'register', ...caller, name, tier, agreed_limit, sms_quota, country } as const
  await service.execute.run(clients, client_id, register, context)
  return client_id
}
