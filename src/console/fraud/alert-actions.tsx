import { useRef, useState } from 'preact/hooks'
import { can } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { formOf, TITLES } from './action-forms.tsx'
import { AlertActionForm } from './alert-action-form.tsx'
import {
  FRAUD_ALERT_ACTIONS,
  type FraudAlertAction,
  type FraudAlertAnswer,
  objectionToAction,
} from './alert-statuses.ts'

type Props = {
  alert: FraudAlertAnswer
  /** Whether the record could not be read again. */
  isOld: boolean
  onSent(): void
}

/** What can be done about the alert, and why the rest can't. */
export function AlertActions({ alert, isOld, onSent }: Props) {
  const [chosen, setChosen] = useState<FraudAlertAction | null>(null)
  const [done, setDone] = useState<FraudAlertAction | null>(null)
  const objections = FRAUD_ALERT_ACTIONS.flatMap(action => objectionToAction(action, alert, can) ?? [])
  const possible = FRAUD_ALERT_ACTIONS.filter(action => objectionToAction(action, alert, can) === null)
  const heading = useRef<HTMLHeadingElement>(null)
  const choose = (action: FraudAlertAction | null) => {
    setChosen(action)
    setDone(null)
  }
  /** The focus would be lost with the form. */
  const leaveForm = (because: FraudAlertAction | null) => {
    choose(null)
    setDone(because)
    heading.current?.focus()
  }
  return (
    <section aria-labelledby="actions-title">
      <h2 id="actions-title" ref={heading} tabIndex={-1}>
        Actions
      </h2>
      <div class="actions">
        {possible.map(action => (
          <button
            key={action}
            type="button"
            aria-expanded={chosen === action}
            onClick={() => choose(chosen === action ? null : action)}
          >
            {TITLES[action]}
          </button>
        ))}
      </div>
      <p role="status">{done !== null && DONE[done]}</p>
      {chosen !== null && (
        // It stays when another user makes the action impossible: what was typed is not lost.
        <AlertActionForm
          key={chosen}
          action={chosen}
          alert={alert}
          isOld={isOld}
          objection={objectionToAction(chosen, alert, can)}
          onSent={onSent}
          onDone={() => leaveForm(chosen)}
          onDiscard={() => {
            draftOf(formOf(chosen, alert.alert_id)).value = {}
            leaveForm(null)
          }}
        />
      )}
      {objections.length > 0 && (
        <ul class="objections">
          {objections.map(reason => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

const DONE: Record<FraudAlertAction, string> = {
  assign: 'The alert is assigned.',
  unassign: 'The assignee is removed.',
  escalate: 'The alert is escalated.',
  resolve: 'The alert is resolved.',
  reopen: 'The alert is reopened.',
  report: 'The outcome is recorded. An alert that it decides is resolved within moments: reload it.',
}
