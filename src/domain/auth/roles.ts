/** What a token may do. Scopes and roles are ours: the spec asks for them and shows none. */
export const SCOPES = [
  'refund:read',
  'refund:write',
  'refund:void',
  'audit:read',
  'transaction:read',
  'transaction:write',
  'fraud:score',
  'sms:analyze',
  'vpn:use',
  'vpn:use:any',
  'vpn:admin',
  'notify:register',
  'notify:send',
  'notify:read',
  'events:read',
  'webhooks:manage',
  'users:admin',
] as const
export type Scope = (typeof SCOPES)[number]

export const ROLE_NAMES = ['consumer', 'integrator', 'operator', 'auditor', 'admin'] as const
export type RoleName = (typeof ROLE_NAMES)[number]

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

/** Consumers act for themselves only; auditors read; operators also void; admins do everything. */
export const scopesOf: Record<RoleName, readonly Scope[]> = {
  consumer: ['vpn:use', 'notify:register', 'notify:read'],
  integrator,
  operator: [...integrator, 'refund:void'],
  auditor: ['refund:read', 'notify:read', 'events:read', 'audit:read'],
  admin: SCOPES,
}
