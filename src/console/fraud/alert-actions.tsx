import { can } from '../api.ts'
import { RecordActions } from '../ui/record-actions.tsx'
import { TITLES } from './action-forms.tsx'
import { AlertActionForm } from './alert-action-form.tsx'
import { type FraudAlertAction, type FraudAlertAnswer, objectionToAction } from './alert-statuses.ts'

const DONE: Record<FraudAlertAction, string> = {
  assign: 'The alert is assigned.',
  unassign: 'The assignee is removed.',
  escalate: 'The alert is escalated.',
  resolve: 'The alert is resolved.',
  reopen: 'The alert is reopened.',
  report: 'The outcome is recorded. An alert that it decides is resolved within moments: reload it.',
}

type Props = {
  alert: FraudAlertAnswer
  /** Whether the record could not be read again. */
  isOld: boolean
  onSent(): void
}

export function AlertActions({ alert, isOld, onSent }: Props) {
  return (
    <RecordActions<FraudAlertAction>
      titles={TITLES}
      done={DONE}
      objectionTo={action => objectionToAction(action, alert, can)}
      form={(action, props) => (
        <AlertActionForm key={action} action={action} alert={alert} isOld={isOld} onSent={onSent} {...props} />
      )}
    />
  )
}
