import { clients } from '#domain/auth/clients/decider.ts'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import type { Context } from '#execute.ts'
import { newId } from '#ids.ts'
import type { Service } from '#service.ts'

type Input = { name: string; tier: Tier; agreed_limit?: AgreedLimit | null | undefined; client_id?: string }

/** Onboards an organisation. CONFLICT when `client_id` exists. */
export async function registerClient(service: Service, context: Context, input: Input): Promise<string> {
  const { client_id = newId('clt'), name, tier, agreed_limit = null } = input
  await service.execute.run(clients, `client-${client_id}`, { type: 'register', name, tier, agreed_limit }, context)
  return client_id
}
