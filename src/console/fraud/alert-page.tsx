import { api, can } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { ObjectEvents } from '../ui/object-events.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordHistory } from '../ui/record-history.tsx'
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
  const {
    answer: alert,
    error,
    isLoading,
    isOld,
    reload,
  } = useLastAnswer(signal => api.getFraudAlert({ path: { alert_id: id } }, { signal }), id)
  const isErased = alert?.transaction_id === ERASED_ID
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['fraud'] })}>All alerts</a>
      </p>
      <div class="title">
        <h1>Fraud alert</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
      </div>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {isOld && <p role="alert">The record below is older: it could not be read again.</p>}
      {alert !== null && (
        <>
          <AlertFacts alert={alert} />
          <AlertActions alert={alert} isOld={isOld} onSent={reload} />
          {isErased && <p>Its user was erased: the transaction and its score are not shown.</p>}
          {!isErased && <AlertDecision alert={alert} />}
          {!isErased && can('transaction:read') && <AlertTransaction id={alert.transaction_id} />}
          {!isErased && can('transaction:read') && <UserTransactions alert={alert} />}
          <AlertRefunds alert={alert} />
          {can('events:read') && <ObjectEvents id={id} of={alert.updated_at} />}
          {can('audit:read') && (
            <RecordHistory id={id} read={() => api.getAuditRecord({ path: { family: 'fraud-alerts', id } })} />
          )}
          <RecordSource record={alert} path={`/fraud/alerts/${id}`} />
        </>
      )}
    </>
  )
}
