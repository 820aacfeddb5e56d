import { api, can } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { isAbout } from '../live/concerns.ts'
import { PersonLink } from '../person/person-link.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ObjectEvents } from '../ui/object-events.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordHistory } from '../ui/record-history.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { UserName } from '../ui/user-name.tsx'
import { RefundActions } from './refund-actions.tsx'
import type { RefundAnswer } from './statuses.ts'

export function RefundPage({ id }: { id: string }) {
  const refund = useLastAnswer(signal => api.getRefund({ path: { refund_id: id } }, { signal }), id)
  return (
    <RecordPage
      title="Refund"
      parent={{ title: 'All refunds', path: ['refunds'] }}
      of={refund}
      changedBy={event => isAbout(event, id)}
      requests={3}
    >
      {answer => (
        <>
          <RefundFacts refund={answer} />
          <RefundActions refund={answer} onSent={refund.reload} />
          {can('transaction:read') && <RefundTransaction id={answer.transaction_id} of={answer.status} />}
          {can('events:read') && <ObjectEvents id={id} of={answer.status} />}
          {can('audit:read') && (
            <RecordHistory
              id={id}
              family="refunds"
              read={query => api.getRefundHistory({ path: { refund_id: id }, query })}
            />
          )}
          <RecordSource record={answer} path={`/refund/${id}`} />
        </>
      )}
    </RecordPage>
  )
}

function RefundFacts({ refund }: { refund: RefundAnswer }) {
  const { completion, tracking, beneficiary } = refund
  return (
    <Facts
      of={[
        ['Status', <StatusMark status={refund.status} />],
        ['Refund', <Copyable text={refund.refund_id} name="the id of the refund" />],
        ['Amount', formatMoney(refund.amount, refund.currency)],
        ['Reason', refund.reason],
        ['In words', refund.description],
        // Apart, because a name can turn the direction of what follows it.
        ['Beneficiary', beneficiary.name],
        ['Account', beneficiary.account_masked],
        ['Attention', refund.beneficiary_mismatch ? "The beneficiary is not the transaction's user." : undefined],
        ['Case', refund.metadata?.case_id],
        ['Requested', <Time at={refund.created_at} />],
        ['Requested by', <UserName id={refund.requested_by} />],
        ['Completed', completion && <Time at={completion.completed_at} />],
        ['Reference', completion?.reference],
        ['Failure', refund.failure_reason],
        ['Retries', refund.retry_count ? String(refund.retry_count) : undefined],
        ['Cancelled', refund.cancelled_at && <Time at={refund.cancelled_at} />],
        ['Cancelled by', refund.cancelled_by && <UserName id={refund.cancelled_by} />],
        ['Why cancelled', refund.cancel_reason],
        ['Voided', refund.voided_at && <Time at={refund.voided_at} />],
        ['Voided by', refund.voided_by && <UserName id={refund.voided_by} />],
        ['Why voided', refund.void_reason && [refund.void_reason, refund.void_details].filter(Boolean).join(': ')],
        ['Reversal', refund.reversal_status],
        ['To quote', <Copyable text={tracking.reference} name="the reference" />],
      ]}
    />
  )
}

/** `of`: the status of the refund, with which the rest of the transaction changes. */
function RefundTransaction({ id, of }: { id: string; of: string }) {
  const { answer, error } = useAnswer(
    signal => api.getTransaction({ path: { transaction_id: id } }, { signal }),
    [id, of],
  )
  return (
    <section aria-labelledby="transaction-title">
      <h2 id="transaction-title">Transaction</h2>
      <ProblemNote error={error} />
      {answer !== null && (
        <Facts
          of={[
            ['Transaction', <Copyable text={id} name="the id of the transaction" />],
            ['User', <PersonLink id={answer.user_id} />],
            ['Amount', formatMoney(answer.amount, answer.currency)],
            ['Refunded', formatMoney(answer.refunded_amount, answer.currency)],
            ['Left to refund', formatMoney(answer.refundable_amount, answer.currency)],
            ['Time', <Time at={answer.timestamp} />],
          ]}
        />
      )}
    </section>
  )
}
