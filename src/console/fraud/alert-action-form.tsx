import { useRef, useState } from 'preact/hooks'
import { user } from '../api.ts'
import type { FormDraft } from '../drafts.ts'
import { ActionForm } from '../ui/action-form.tsx'
import type { ActionFormProps } from '../ui/record-actions.tsx'
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

export function AlertActionForm({ action, alert, isOld, ...props }: Props) {
  const form = `${action} ${alert.alert_id}`
  /** With the record of that time, which is replaced when it is read again. */
  const [failed, setFailed] = useState<(FailedAction & { before: FraudAlertAnswer }) | null>(null)
  const latest = useRef(alert)
  latest.current = alert
  const send = async (given: FormDraft) => {
    setFailed(null)
    try {
      await SEND[action](alert, given)
    } catch (error) {
      setFailed({ action, given, userId: user.peek()?.id ?? '', error, before: latest.current })
      throw error
    }
  }
  return (
    <ActionForm
      form={form}
      title={TITLES[action]}
      send={send}
      unknown={() => failed && noticeOf(failed, isOld || alert === failed.before ? null : alert)}
      {...props}
    >
      {FIELDS[action](form)}
    </ActionForm>
  )
}
