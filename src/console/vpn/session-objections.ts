import type { VpnSessionAnswer } from './vpn.ts'

export type SessionAction = 'disconnect' | 'revoke'

export const OPEN_STATUSES = ['issued', 'connected'] as const

const SCOPES: Record<SessionAction, string> = { disconnect: 'vpn:use', revoke: 'vpn:admin' }

const WHO_MAY: Record<SessionAction, string> = {
  disconnect: 'Integrators, operators and administrators may disconnect a session.',
  revoke: 'Administrators may revoke a session.',
}

/** Why a user may not do this to a session; null when nothing is known against it: the service decides. */
export function objectionToSession(
  action: SessionAction,
  { status }: Pick<VpnSessionAnswer, 'status'>,
  can: (scope: string) => boolean,
): string | null {
  if (!OPEN_STATUSES.some(open => open === status)) return `The session is over: it is ${status}.`
  return can(SCOPES[action]) ? null : WHO_MAY[action]
}
