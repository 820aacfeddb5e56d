import { ServiceError } from '../../client/errors.ts'
import type { FormDraft } from '../drafts.ts'
import { isOutcomeUnknown } from '../ui/problem.ts'
import type { FraudAlertAction, FraudAlertAnswer } from './alert-statuses.ts'

/** What was sent, by whom, and what came of it. */
export type FailedAction = { action: FraudAlertAction; given: FormDraft; userId: string; error: unknown }

/**
 * What a user has to know about an action that failed, beyond its error; null: nothing. `alert`: the record as it was
 * read after the failure; null while it is not.
 */
export function noticeOf(failed: FailedAction, alert: FraudAlertAnswer | null): string | null {
  const { action, error } = failed
  if (error instanceof ServiceError && error.code === 'CONFLICT') {
    const { assigned_to } = error.details
    const assignee = assigned_to === null ? 'unassigned' : `assigned to ${assigned_to}`
    const now = assigned_to === undefined ? (alert?.status ?? error.details.status) : assignee
    return `The alert was changed before your action arrived: it is ${now} now, and your action was not done.`
  }
  if (!isOutcomeUnknown(error)) return null
  const unknown = 'It is not known whether this was done.'
  if (action === 'report') return `${unknown} Report it again: the same outcome counts once.`
  if (alert === null) return `${unknown} Look at the record before you try again.`
  return isShownIn(alert, failed)
    ? 'No answer came, but it was done: the record above shows it.'
    : `${unknown} The record above was read again and does not show it. Reload it before you try again.`
}

/** Whether a record shows an action of this user, which its earlier state allowed. */
export function isShownIn(
  { status, assigned_to, ...alert }: FraudAlertAnswer,
  failed: Omit<FailedAction, 'error'>,
): boolean {
  const { action, given, userId } = failed
  const { escalation, resolution, reopening } = alert
  switch (action) {
    case 'assign':
      return assigned_to === (given.assigned_to?.trim() || userId)
    case 'unassign':
      return assigned_to === null
    case 'escalate':
      return escalation?.escalated_by === userId
    case 'resolve':
      return resolution?.resolved_by === userId && resolution.outcome === given.outcome
    case 'reopen':
      return status === 'reopened' && reopening?.reopened_by === userId
    case 'report':
      return false
  }
}
