import { api } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'

/** The transaction that raised the alert, as it was recorded. */
export function AlertTransaction({ id }: { id: string }) {
  const { answer, error } = useAnswer(signal => api.getTransaction({ path: { transaction_id: id } }, { signal }), [id])
  return (
    <section aria-labelledby="transaction-title">
      <h2 id="transaction-title">Transaction</h2>
      <ProblemNote error={error} />
      {answer !== null && (
        <Facts
          of={[
            ['Transaction', <Copyable text={id} name="the id of the transaction" />],
            ['Amount', formatMoney(answer.amount, answer.currency)],
            ['Kind', answer.operation_type],
            ['Time', <Time at={answer.timestamp} />],
            ['Account', answer.account_id],
            // Apart, because a name can turn the direction of what follows it.
            ['Merchant', answer.merchant?.name],
            ['Id of the merchant', answer.merchant?.id],
            ['Category', answer.merchant?.category],
            ['Refunded', formatMoney(answer.refunded_amount, answer.currency)],
            ['Left to refund', formatMoney(answer.refundable_amount, answer.currency)],
          ]}
        />
      )}
    </section>
  )
}
