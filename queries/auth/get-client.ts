import { clients } from '#domain/auth/clients/decider.ts'
import { type ClientView, clientRecord } from '#domain/auth/clients/record.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'

/** From the client's stream. Errors: NOT_FOUND. */
export async function getClient({ execute }: Service, client_id: string): Promise<ClientView> {
  const { state } = await execute.load(clients, client_id)
  if (state.status === 'absent') throw new Rejection('NOT_FOUND')
  return clientRecord(client_id, state)
}
