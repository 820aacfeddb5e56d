import type { Context } from '#context.ts'
import { clientOf } from '#decider.ts'
import { type ClientState, clients } from '#domain/auth/clients/decider.ts'
import type { AgreedLimit, Tier } from '#domain/auth/clients/events.ts'
import { mustAdminister } from '#domain/auth/platform.ts'
import type { Service } from '#service.ts'

export type ClientChange = {
  name?: string | undefined
  tier?: Tier | undefined
  agreed_limit?: AgreedLimit | null | undefined
  status?: 'active' | 'disabled' | undefined
}

/** New terms for a client, or its users locked out and let in again. Errors: NOT_FOUND, AUTH_003 for administrators of another client than the platform. */
export async function changeClient(
  { execute }: Service,
  context: Context,
  client_id: string,
  { status, ...given }: ClientChange,
): Promise<ClientState> {
  const asked = { client_id: clientOf(context.actor) }
  mustAdminister(asked, client_id)
  const terms = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  let { state } = await execute.run(clients, client_id, { type: 'change', ...asked, terms }, context)
  if (status !== undefined) {
    const type = status === 'active' ? 'enable' : 'disable'
    ;({ state } = await execute.run(clients, client_id, { type, ...asked }, context))
  }
  return state
}
