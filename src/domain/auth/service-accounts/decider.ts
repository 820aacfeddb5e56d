import { assertCanAdminister, PLATFORM_CLIENT_ID } from '#domain/auth/platform.ts'
import { AGENT_SCOPES, grantableScopes, isScope, type Scope } from '#domain/auth/roles.ts'
import { family } from '#event-sourcing/category.ts'
import type { Decider, Recorded } from '#event-sourcing/decider.ts'
import { fieldRejection, Rejection } from '#values/errors.ts'
import { type ServiceAccountEvent, serviceAccountStreams } from './events.ts'

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
function collate(state: ServiceAccountsState, events: readonly Recorded<ServiceAccountEvent>[]): ServiceAccountsState {
  const accounts = new Map(state)
  for (const event of events) {
    const { service_account_id } = event.data
    if (event.type === 'ServiceAccountCreated') {
      const { service_account_id: _, scopes, ...account } = event.data
      const unbound = { created_at: event.at, vpn_server_id: null, revoked_at: null }
      accounts.set(service_account_id, { ...account, scopes: scopes.filter(isScope), ...unbound })
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

/** More means a loop that creates accounts. */
export const LIVE_SERVICE_ACCOUNTS_MAX = 50

/** `client_id`: the caller's client, null for the service itself. `role` limits the scopes that it can grant. */
export type ServiceAccountCommand = { client_id: string | null } & (
  | { type: 'create'; role: string; account: Omit<CreatedAccount, 'scopes'> & { scopes: readonly Scope[] }; now: Date }
  | { type: 'create_agent'; account: Omit<CreatedAccount, 'scopes'>; vpn_server_id: number; now: Date }
  | { type: 'revoke'; service_account_id: string }
)

export const serviceAccountDecider: Decider<ServiceAccountCommand, ServiceAccountsState, ServiceAccountEvent> = {
  initial: new Map(),
  decide(command, state) {
    if (command.type !== 'revoke') {
      const { account, now } = command
      assertCanAdminister(command, account.client_id)
      if (command.type === 'create') assertGrantable(command.account, command.role)
      if (account.expires_at !== null && Date.parse(account.expires_at) <= now.getTime())
        throw fieldRejection('INVALID_REQUEST', [{ field: 'expires_at', reason: 'must be in the future' }])
      if (state.has(account.service_account_id))
        throw new Rejection('CONFLICT', { reason: 'the service account exists' })
      if ([...state.values()].filter(one => isLive(one, now)).length >= LIVE_SERVICE_ACCOUNTS_MAX)
        throw new Rejection('CONFLICT', {
          reason: `a client has at most ${LIVE_SERVICE_ACCOUNTS_MAX} live service accounts: revoke one first`,
        })
      const scopes = command.type === 'create' ? command.account.scopes : AGENT_SCOPES
      const created: ServiceAccountEvent = { type: 'ServiceAccountCreated', data: { ...account, scopes: [...scopes] } }
      if (command.type === 'create') return [created]
      const { service_account_id } = account
      const { vpn_server_id } = command
      return [created, { type: 'ServiceAccountBound', data: { service_account_id, vpn_server_id } }]
    }
    const { service_account_id } = command
    const account = state.get(service_account_id)
    if (account === undefined) throw new Rejection('NOT_FOUND')
    assertCanAdminister(command, account.client_id)
    return account.revoked_at === null ? [{ type: 'ServiceAccountRevoked', data: { service_account_id } }] : []
  },
  evolve: (state, event) => collate(state, [event]),
  evolveAll: collate,
}

function assertGrantable({ client_id, scopes }: { client_id: string; scopes: readonly Scope[] }, role: string): void {
  const grantable = grantableScopes(role, { isPlatformMachine: client_id === PLATFORM_CLIENT_ID })
  const excess = scopes.filter(scope => !grantable.includes(scope))
  if (excess.length === 0) return
  const reason = `your role can't give ${excess.join(', ')} to a service account`
  throw new Rejection('AUTH_003', { field: 'scopes', reason, scopes: excess })
}

export const serviceAccounts = family(serviceAccountStreams, serviceAccountDecider)
