import { type ClientState, clients } from '#domain/auth/clients/decider.ts'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import type { Context } from '#execute.ts'
import type { Service } from '#service.ts'

export type ClientChange = {
  name?: string | undefined
  tier?: Tier | undefined
  agreed_limit?: AgreedLimit | null | undefined
  status?: 'active' | 'disabled' | undefined
}

/** New terms for a client, or its users locked out and let in again. NOT_FOUND for an unknown client. */
export async function changeClient(
  { execute }: Service,
  context: Context,
  client_id: string,
  { status, ...given }: ClientChange,
): Promise<ClientState> {
  const stream = `client-${client_id}`
  const terms = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  let { state } = await execute.run(clients, stream, { type: 'change', terms }, context)
  if (status !== undefined) {
    const type = status === 'active' ? 'enable' : 'disable'
    ;({ state } = await execute.run(clients, stream, { type }, context))
  }
  return state
}
