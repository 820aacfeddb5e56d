import type { Answer, Input } from '../../client/types.ts'

export type UserAnswer = Answer<'getUser'>
export type UserRole = UserAnswer['role']
export type ScopeName = Input<'createServiceAccount'>['body']['scopes'][number]

const INTEGRATOR = [
  ...['refund:read', 'refund:write', 'transaction:read', 'transaction:write', 'fraud:score', 'sms:analyze'],
  ...['vpn:use', 'vpn:use:any', 'notify:register', 'notify:send', 'notify:read', 'detection:read', 'detection:write'],
  ...['events:read', 'webhooks:manage'],
] as readonly ScopeName[]

/** A test holds these against the roles of the service. */
export const ROLE_SCOPES: Record<UserRole, readonly ScopeName[]> = {
  consumer: ['sms:analyze', 'vpn:use', 'notify:register', 'notify:read'],
  integrator: INTEGRATOR,
  operator: [...INTEGRATOR, 'refund:void', 'refund:reconcile', 'fraud:review'],
  auditor: ['refund:read', 'notify:read', 'detection:read', 'events:read', 'audit:read'],
  admin: [
    ...['refund:read', 'refund:write', 'refund:void', 'refund:reconcile', 'audit:read', 'transaction:read'],
    ...['transaction:write', 'fraud:score', 'fraud:review', 'fraud:admin', 'sms:analyze', 'vpn:use', 'vpn:use:any'],
    ...['vpn:admin', 'notify:register', 'notify:send', 'notify:read', 'detection:read', 'detection:write'],
    ...['events:read', 'webhooks:manage', 'users:admin', 'subjects:erase'],
  ] as readonly ScopeName[],
}

/** The service gives it to no account of another client. */
export const FOR_PLATFORM_ONLY: readonly ScopeName[] = ['audit:read:any']

/** In the client that runs the service. */
export const PLATFORM_SCOPES: { readonly [Role in UserRole]?: readonly ScopeName[] } = {
  auditor: FOR_PLATFORM_ONLY,
  admin: FOR_PLATFORM_ONLY,
}

export const ROLE_DESCRIPTIONS: Record<UserRole, string> = {
  consumer: 'A person who uses what a client offers. Sees and changes only what is their own.',
  integrator: 'Developers and back office: all daily work except voiding refunds.',
  operator: 'An integrator who may also void refunds, resolve discrepancies and decide on fraud alerts.',
  auditor: 'Reads records and their histories and changes nothing.',
  admin: "Everything, with the client's users and service accounts.",
}

export const ROLES = Object.keys(ROLE_SCOPES) as UserRole[]

/** Scopes that a service account never has. */
export const FOR_USERS_ONLY: readonly ScopeName[] = ['users:admin']
