/** The spec requires scopes and roles but defines none: these are ours. */
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
  'detection:read',
  'detection:write',
  'events:read',
  'webhooks:manage',
  'users:admin',
  'subjects:erase',
] as const
export type Scope = (typeof SCOPES)[number]

export function isScope(text: string): text is Scope {
  return SCOPES.some(scope => scope === text)
}

export const ROLE_NAMES = ['consumer', 'integrator', 'operator', 'auditor', 'admin'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

/** Scopes of a service account are chosen one by one; the role grants none. */
export const SERVICE_ACCOUNT = 'service_account'
/** The platform's agent of one VPN server, limited to the sessions of that server. */
export const AGENT = 'agent'
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
  'detection:read',
  'detection:write',
  'events:read',
  'webhooks:manage',
] as const satisfies Scope[]

/** Gives access to the records of every client. */
const FOR_PLATFORM_ONLY: readonly Scope[] = ['audit:read:any']

/** Agents have this scope and no choice of others. */
export const AGENT_SCOPES: readonly Scope[] = ['vpn:agent']
const isSpecialScope = (scope: Scope) => FOR_PLATFORM_ONLY.includes(scope) || AGENT_SCOPES.includes(scope)

export const roleScopes: Record<RoleName, readonly Scope[]> = {
  consumer: ['sms:analyze', 'vpn:use', 'notify:register', 'notify:read'],
  integrator,
  operator: [...integrator, 'refund:void', 'refund:reconcile', 'fraud:review'],
  auditor: ['refund:read', 'notify:read', 'detection:read', 'events:read', 'audit:read'],
  admin: SCOPES.filter(scope => !isSpecialScope(scope)),
}

/** Checked on each request, although the token has them: a demoted administrator could undo the demotion. */
const CHECKED_ON_EACH_REQUEST: readonly string[] = ['users:admin', 'subjects:erase'] satisfies Scope[]
export function isCheckedOnEachRequest(scope: string): boolean {
  return CHECKED_ON_EACH_REQUEST.includes(scope)
}

export const platformRoleScopes: Partial<Record<RoleName, readonly Scope[]>> = {
  auditor: FOR_PLATFORM_ONLY,
  admin: FOR_PLATFORM_ONLY,
}

export const roleDescriptions: Record<RoleName, string> = {
  consumer: 'a person who uses what a client offers; sees and changes only what is their own',
  integrator: "a client's developers and back office: all daily work except voiding refunds",
  operator:
    'an integrator who may also void refunds, resolve discrepancies with the payment network, and decide on fraud alerts, but does not send notifications to users',
  auditor:
    "reads records and their audit histories and changes nothing; in the platform's client, those of all clients",
  admin: "everything, including the client's users and service accounts; in the platform's client, of all clients",
}

/** A machine that creates accounts could create one with every scope. */
const FOR_USERS_ONLY: readonly Scope[] = ['users:admin']
export const SERVICE_ACCOUNT_SCOPES = SCOPES.filter(
  scope => !FOR_USERS_ONLY.includes(scope) && !AGENT_SCOPES.includes(scope),
)

/** Its own scopes, and scopes of the platform only within the platform. `system` is the service itself. */
export function grantableScopes(role: string, serviceAccount: { isPlatformMachine: boolean }): readonly Scope[] {
  const own = ROLE_NAMES.find(name => name === (role === 'system' ? 'admin' : role))
  if (own === undefined) return []
  const scopes = [...roleScopes[own], ...(serviceAccount.isPlatformMachine ? (platformRoleScopes[own] ?? []) : [])]
  return SERVICE_ACCOUNT_SCOPES.filter(scope => scopes.includes(scope))
}
