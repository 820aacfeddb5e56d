import { clients } from '#domain/auth/clients/decider.ts'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import { Rejection } from '#errors.ts'
import type { Service } from '#service.ts'

export type ClientView = {
  client_id: string
  name: string
  tier: Tier
  agreed_limit: AgreedLimit | null
  status: 'active' | 'disabled'
  created_at: string
}

/** One client as it stands now, from its stream. Errors: NOT_FOUND. */
export async function getClient({ execute }: Service, client_id: string): Promise<ClientView> {
  const { state } = await execute.load(clients, client_id)
  if (state.status === 'absent') throw new Rejection('NOT_FOUND')
  const { registered_at: created_at, ...terms } = state
  return { client_id, ...terms, created_at }
}
