import { useRef, useState } from 'preact/hooks'
import { user } from '../api.ts'
import { draftOf } from '../drafts.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import type { ActionFormProps } from '../ui/record-actions.tsx'
import { useCommand } from '../ui/use-command.ts'
import { FIELDS, SEND, TITLES } from './action-forms.tsx'
import { type FailedAction, noticeOf } from './action-outcome.ts'
import type { FraudAlertAction, FraudAlertAnswer } from './alert-statuses.ts'

type Props = ActionFormProps & {
  action: FraudAlertAction
  alert: FraudAlertAnswer
  isOld: boolean
  /** Also after a failure: another user may have been faster, or the answer was lost. */
  onSent(): void
}

export function AlertActionForm({ action, alert, isOld, isPossible, onSent, onDone, onDiscard }: Props) {
  const form = `${action} ${alert.alert_id}`
  const draft = draftOf(form)
  /** With the record of that time, which is replaced when it is read again. */
  const [failed, setFailed] = useState<(FailedAction & { before: FraudAlertAnswer }) | null>(null)
  const latest = useRef(alert)
  latest.current = alert
  const command = useCommand(async () => {
    const given = draft.peek()
    setFailed(null)
    try {
      await SEND[action](alert, given)
    } catch (error) {
      setFailed({ action, given, userId: user.peek()?.id ?? '', error, before: latest.current })
      throw error
    } finally {
      onSent()
    }
    draft.value = {}
    onDone()
  })
  const notice = failed && noticeOf(failed, isOld || alert === failed.before ? null : alert)
  return (
    <form class="action" onSubmit={command.start}>
      {FIELDS[action](form)}
      <div class="actions">
        <button type="submit" class="primary" disabled={command.state.is === 'running' || !isPossible}>
          {TITLES[action]}
        </button>
        <button
          type="button"
          onClick={() => {
            draft.value = {}
            onDiscard()
          }}
        >
          Discard
        </button>
      </div>
      {notice !== null && <p role="alert">{notice}</p>}
      {failed !== null && <ProblemNote error={failed.error} />}
    </form>
  )
}
