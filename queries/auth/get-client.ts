import { type ClientState, clients } from '#domain/auth/clients/decider.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

/** Errors: NOT_FOUND. */
export async function getClient({ execute }: Service, client_id: string): Promise<ClientView> {
  const { state } = await execute.load(clients, client_id)
  if (state.status === 'absent') throw new Rejection('NOT_FOUND')
  return clientRecord(client_id, state)
}

export type ClientView = ReturnType<typeof clientRecord>
export function clientRecord(client_id: string, client: Exclude<ClientState, { status: 'absent' }>) {
  const { name, tier, agreed_limit, sms_quota, country, status, registered_at: created_at } = client
  return { client_id, name, tier, agreed_limit, sms_quota, country, status, created_at }
}
