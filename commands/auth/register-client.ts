import type { Context } from '#context.ts'
import { clientOf } from '#decider.ts'
import { clients } from '#domain/auth/clients/decider.ts'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import { newId } from '#ids.ts'
import type { Service } from '#service.ts'

type Input = { name: string; tier: Tier; agreed_limit?: AgreedLimit | null | undefined; client_id?: string }

/** Onboards an organisation. Errors: AUTH_003, CONFLICT when `client_id` exists. */
export async function registerClient(service: Service, context: Context, input: Input): Promise<string> {
  const { client_id = newId('clt'), name, tier, agreed_limit = null } = input
  const register = { type: 'register', client_id: clientOf(context.actor), name, tier, agreed_limit } as const
  await service.execute.run(clients, client_id, register, context)
  return client_id
}
