import type { Answer } from '../../client/types.ts'

export type FraudAlertAnswer = Answer<'getFraudAlert'>

export const FRAUD_ALERT_STATUSES = ['open', 'escalated', 'reopened', 'resolved'] as const
export type FraudAlertStatusName = (typeof FRAUD_ALERT_STATUSES)[number]

export const FRAUD_ALERT_LEVELS = ['critical', 'high', 'medium', 'low'] as const

/** What the API shows in place of the ids of an erased person. */
export const ERASED_ID = '[erased]'

export type FraudAlertAction = 'assign' | 'unassign' | 'escalate' | 'resolve' | 'reopen' | 'report'

const UNRESOLVED = ['open', 'escalated', 'reopened'] as const

/** The states that allow an action. A test holds this against the service's own table. */
export const ACTION_STATUSES: Record<FraudAlertAction, readonly FraudAlertStatusName[]> = {
  assign: UNRESOLVED,
  unassign: UNRESOLVED,
  escalate: ['open', 'reopened'],
  resolve: UNRESOLVED,
  reopen: ['resolved'],
  report: FRAUD_ALERT_STATUSES,
}

type Viewed = Pick<FraudAlertAnswer, 'status' | 'assigned_to' | 'transaction_id'>

/** Why a user may not do this to an alert; null when nothing is known against it: the service decides. */
export function objectionToAction(
  action: FraudAlertAction,
  { status, assigned_to, transaction_id }: Viewed,
  can: (scope: string) => boolean,
): string | null {
  if (!ACTION_STATUSES[action].includes(status)) return `An alert that is ${status} can't be ${PAST[action]}.`
  if (action === 'unassign' && assigned_to === null) return 'The alert has no assignee who could be removed.'
  if (action === 'report') {
    if (transaction_id === ERASED_ID) return 'No outcome can be reported: the user of the transaction was erased.'
    return can('fraud:score') ? null : 'Integrators, operators and administrators may report an outcome.'
  }
  return can('fraud:review') ? null : `Operators and administrators may ${action} an alert.`
}

const PAST: Record<FraudAlertAction, string> = {
  assign: 'assigned',
  unassign: 'unassigned',
  escalate: 'escalated',
  resolve: 'resolved',
  reopen: 'reopened',
  report: 'reported on',
}
