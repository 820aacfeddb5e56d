import type { ComponentChildren } from 'preact'
import { formatAge } from '../format/age.ts'
import { formatMoney } from '../format/money.ts'
import { formatScore } from '../format/score.ts'
import { PersonLink } from '../person/person-link.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { UserName } from '../ui/user-name.tsx'
import { Assignee, LevelMark } from './alert-marks.tsx'
import type { FraudAlertAnswer } from './alert-statuses.ts'

export function AlertFacts({ alert }: { alert: FraudAlertAnswer }) {
  const { escalation, resolution, reopening } = alert
  return (
    <Facts
      of={[
        ['Status', <StatusMark of="alert" status={alert.status} />],
        ['Level and score', <LevelMark level={alert.fraud_level} score={alert.fraud_score} />],
        ['Alert', <Copyable text={alert.alert_id} name="the id of the alert" />],
        ['Assigned to', <Assignee of={alert.assigned_to} />],
        ['Recommendation', alert.recommendation],
        ['Reasons', alert.risk_factors.join(', ')],
        ['Amount', formatMoney(alert.amount, alert.currency)],
        ['User', <PersonLink id={alert.user_id} />],
        ['Threshold', formatScore(alert.threshold_applied)],
        ['Model', alert.model_version],
        ['Opened', <Time at={alert.opened_at} />],
        ['Age', formatAge(alert.age_seconds)],
        ['Last change', <Time at={alert.updated_at} />],
        ['Escalated', escalation && <Time at={escalation.escalated_at} />],
        ['Escalated by', escalation && BY[escalation.by](escalation.escalated_by)],
        ['Why escalated', escalation?.note],
        ['Outcome', resolution?.outcome],
        ['Resolved', resolution && <Time at={resolution.resolved_at} />],
        ['Resolved by', resolution && resolverOf(resolution)],
        ['Findings', resolution?.note],
        ['Reopened', reopening && <Time at={reopening.reopened_at} />],
        ['Reopened by', reopening && <UserName id={reopening.reopened_by} />],
        ['Why reopened', reopening?.note],
      ]}
    />
  )
}

const BY: Record<NonNullable<FraudAlertAnswer['escalation']>['by'], (id: string) => ComponentChildren> = {
  score: () => 'its score',
  pattern: () => 'several alerts of the user within 24 hours',
  analyst: id => <UserName id={id} />,
}

function resolverOf({ rule, resolved_by }: NonNullable<FraudAlertAnswer['resolution']>) {
  return rule === 'outcome_reported' ? 'a reported outcome of the transaction' : <UserName id={resolved_by} />
}
