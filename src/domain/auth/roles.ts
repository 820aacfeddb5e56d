/** What a token may do. Scopes and roles are ours: the spec asks for them and shows none. */
export const SCOPES = [
  'refund:read',
  'refund:write',
  'refund:void',
  'refund:reconcile',
  'audit:read',
  'audit:read:any',
  'transaction:read',
  'transaction:write',
  'fraud:score',
  'fraud:review',
  'fraud:admin',
  'sms:analyze',
  'vpn:use',
  'vpn:use:any',
  'vpn:admin',
  'vpn:agent',
  'notify:register',
  'notify:send',
  'notify:read',
  'events:read',
  'webhooks:manage',
  'users:admin',
  'subjects:erase',
] as const
export type Scope = (typeof SCOPES)[number]

export function isScope(text: string): text is Scope {
  return SCOPES.some(scope => scope === text)
}

/** What users are. */
export const ROLE_NAMES = ['consumer', 'integrator', 'operator', 'auditor', 'admin'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** A client's machine. Its role gives it nothing: its scopes were chosen one by one. */
export const SERVICE_ACCOUNT = 'service_account'
/** The platform's machine beside one VPN server: it does what has to do with the sessions of that server and nothing else. */
export const AGENT = 'agent'
/** What tokens say. */
export const CALLER_ROLES = [...ROLE_NAMES, SERVICE_ACCOUNT, AGENT] as const
export type CallerRole = (typeof CALLER_ROLES)[number]

const integrator = [
  'refund:read',
  'refund:write',
  'transaction:read',
  'transaction:write',
  'fraud:score',
  'sms:analyze',
  'vpn:use',
  'vpn:use:any',
  'notify:register',
  'notify:send',
  'notify:read',
  'events:read',
  'webhooks:manage',
] as const satisfies Scope[]

/** They open the records of every client, so that only the client which runs the service may have them, and its machines. */
const FOR_PLATFORM_ONLY: readonly Scope[] = ['audit:read:any']

/** Of agents, which are no people and whose scope nobody chooses. */
export const AGENT_SCOPES: readonly Scope[] = ['vpn:agent']
const isSpecialScope = (scope: Scope) => FOR_PLATFORM_ONLY.includes(scope) || AGENT_SCOPES.includes(scope)

/** Consumers act for themselves only; auditors read; operators also void, reconcile and review alerts; admins do everything. */
export const roleScopes: Record<RoleName, readonly Scope[]> = {
  consumer: ['sms:analyze', 'vpn:use', 'notify:register', 'notify:read'],
  integrator,
  operator: [...integrator, 'refund:void', 'refund:reconcile', 'fraud:review'],
  auditor: ['refund:read', 'notify:read', 'events:read', 'audit:read'],
  admin: SCOPES.filter(scope => !isSpecialScope(scope)),
}

/**
 * A token keeps its scopes until it expires, but not these: a demoted administrator could undo the demotion, or do what can't be undone. Each
 * request asks whether the caller still has them.
 */
const CHECKED_ON_EACH_REQUEST: readonly string[] = ['users:admin', 'subjects:erase'] satisfies Scope[]
export function isCheckedOnEachRequest(scope: string): boolean {
  return CHECKED_ON_EACH_REQUEST.includes(scope)
}

/** What the roles have besides in the client that runs the service. */
export const platformRoleScopes: Partial<Record<RoleName, readonly Scope[]>> = {
  auditor: FOR_PLATFORM_ONLY,
  admin: FOR_PLATFORM_ONLY,
}

/** In a sentence each, for whoever gives them. */
export const roleDescriptions: Record<RoleName, string> = {
  consumer: 'a person who uses what a client offers; sees and changes only what is their own',
  integrator: "a client's developers and back office: all daily work, save voiding refunds",
  operator:
    'an integrator who may also void refunds, settle what the payment network says otherwise, and decide on fraud alerts, but does not choose what users are told',
  auditor: "reads records and their audit histories, changes nothing; of the platform's client, those of all clients",
  admin: "everything, with the client's users and service accounts; of the platform's client, with all clients",
}

/** A machine that could make accounts could make itself one that may do everything. */
const FOR_USERS_ONLY: readonly Scope[] = ['users:admin']
export const SERVICE_ACCOUNT_SCOPES = SCOPES.filter(
  scope => !FOR_USERS_ONLY.includes(scope) && !AGENT_SCOPES.includes(scope),
)

/**
 * What somebody of this role may let a machine do: nothing that they may not do themselves, and for a machine of another client nothing that
 * only the platform's may do. `system` is the service itself.
 */
export function grantableScopes(role: string, serviceAccount: { isPlatformMachine: boolean }): readonly Scope[] {
  const own = ROLE_NAMES.find(name => name === (role === 'system' ? 'admin' : role))
  if (own === undefined) return []
  const scopes = [...roleScopes[own], ...(serviceAccount.isPlatformMachine ? (platformRoleScopes[own] ?? []) : [])]
  return SERVICE_ACCOUNT_SCOPES.filter(scope => scopes.includes(scope))
}
