import { isScope, type Scope } from '#domain/auth/roles.ts'
import type { Recorded } from '#event-sourcing/decider.ts'
import type { ServiceAccountEvent } from './events.ts'

export type CreatedAccount = Extract<ServiceAccountEvent, { type: 'ServiceAccountCreated' }>['data']
export type ServiceAccount = Omit<CreatedAccount, 'service_account_id' | 'scopes'> & {
  scopes: readonly Scope[]
  created_at: string
  /** The server of an agent; null for any other machine. */
  vpn_server_id: number | null
  revoked_at: string | null
}
/** All accounts of a client, revoked ones too, by id. */
export type ServiceAccountsState = ReadonlyMap<string, ServiceAccount>

/** Copies the map once for all events: one copy per event blocks the event loop for seconds with many accounts. */
export function collate(
  state: ServiceAccountsState,
  events: readonly Recorded<ServiceAccountEvent>[],
): ServiceAccountsState {
  const accounts = new Map(state)
  for (const event of events) {
    const { service_account_id } = event.data
    if (event.type === 'ServiceAccountCreated') {
      const { service_account_id: _, scopes, ...account } = event.data
      const created = {
        ...account,
        scopes: scopes.filter(isScope),
        created_at: event.at,
        vpn_server_id: null,
        revoked_at: null,
      }
      accounts.set(service_account_id, created)
      continue
    }
    const account = accounts.get(service_account_id)
    if (account === undefined) continue
    if (event.type === 'ServiceAccountRevoked') accounts.set(service_account_id, { ...account, revoked_at: event.at })
    else accounts.set(service_account_id, { ...account, vpn_server_id: event.data.vpn_server_id })
  }
  return accounts
}

export function isLive({ revoked_at, expires_at }: ServiceAccount, now: Date): boolean {
  return revoked_at === null && (expires_at === null || Date.parse(expires_at) > now.getTime())
}
