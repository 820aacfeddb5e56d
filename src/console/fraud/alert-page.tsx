import { api, can } from '../api.ts'
import { isAbout } from '../live/concerns.ts'
import { ObjectEvents } from '../ui/object-events.tsx'
import { RecordHistory } from '../ui/record-history.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { AlertActions } from './alert-actions.tsx'
import { AlertDecision } from './alert-decision.tsx'
import { AlertFacts } from './alert-facts.tsx'
import { AlertRefunds } from './alert-refunds.tsx'
import { ERASED_ID } from './alert-statuses.ts'
import { AlertTransaction } from './alert-transaction.tsx'
import { UserTransactions } from './user-transactions.tsx'

export function AlertPage({ id }: { id: string }) {
  const alert = useLastAnswer(signal => api.getFraudAlert({ path: { alert_id: id } }, { signal }), id)
  const { reload, isOld } = alert
  return (
    <RecordPage
      title="Fraud alert"
      parent={{ title: 'All alerts', path: ['fraud'] }}
      of={alert}
      changedBy={event => isAbout(event, id)}
      requests={3}
    >
      {answer => {
        const isErased = answer.transaction_id === ERASED_ID
        return (
          <>
            <AlertFacts alert={answer} />
            <AlertActions alert={answer} isOld={isOld} onSent={reload} />
            {isErased && <p>Its user was erased: the transaction and its score are not shown.</p>}
            {!isErased && <AlertDecision alert={answer} />}
            {!isErased && can('transaction:read') && <AlertTransaction id={answer.transaction_id} />}
            {!isErased && can('transaction:read') && (
              <UserTransactions
                user_id={answer.user_id}
                title="Transactions of the user"
                empty="None of them is listed."
                current={answer.transaction_id}
              />
            )}
            <AlertRefunds alert={answer} />
            {can('events:read') && <ObjectEvents id={id} of={answer.updated_at} />}
            {can('audit:read') && (
              <RecordHistory
                id={id}
                family="fraud-alerts"
                read={query => api.getAuditRecord({ path: { family: 'fraud-alerts', id }, query })}
              />
            )}
            <RecordSource record={answer} path={`/fraud/alerts/${id}`} />
          </>
        )
      }}
    </RecordPage>
  )
}
