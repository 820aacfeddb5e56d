import { PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { serviceAccounts } from '#domain/auth/service-accounts/decider.ts'
import { noSuchServer } from '#domain/vpn/servers/decider.ts'
import type { Service } from '#service.ts'

/** VPN_004 as for an unknown server. */
export async function assertServerAgent(
  { execute }: Pick<Service, 'execute'>,
  caller: { sub: string; client_id: string },
  server_id: number,
): Promise<void> {
  if (caller.client_id !== PLATFORM_CLIENT_ID) throw noSuchServer()
  const { state } = await execute.load(serviceAccounts, PLATFORM_CLIENT_ID)
  if (state.get(caller.sub)?.vpn_server_id !== server_id) throw noSuchServer()
}
