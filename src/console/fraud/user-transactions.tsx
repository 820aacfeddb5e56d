import { useState } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { formatRoute } from '../routing/route.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Scrolling } from '../ui/scrolling.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { LevelMark } from './alert-marks.tsx'
import type { FraudAlertAnswer } from './alert-statuses.ts'

type Page = Answer<'listTransactions'>

const PAGE_SIZE = 20

/** The user's transactions, the newest first, with the one that raised the alert marked. */
export function UserTransactions({ alert: { user_id, transaction_id } }: { alert: FraudAlertAnswer }) {
  const [cursor, setCursor] = useState<string | null>(null)
  const { answer, error, isLoading } = useAnswer(
    signal =>
      api.listTransactions(
        { query: { user_id, limit: PAGE_SIZE, ...(cursor === null ? {} : { cursor }) } },
        { signal },
      ),
    [user_id, cursor ?? ''],
  )
  const next = answer?.pagination.next_cursor ?? null
  return (
    <section aria-labelledby="transactions-title">
      <h2 id="transactions-title">Transactions of the user</h2>
      <ProblemNote error={error} />
      {isLoading && <p role="status">Loading</p>}
      {answer !== null && <Transactions of={answer.data} current={transaction_id} />}
      <div class="actions">
        {cursor !== null && (
          <button type="button" onClick={() => setCursor(null)}>
            Newest
          </button>
        )}
        {next !== null && (
          <button type="button" onClick={() => setCursor(next)}>
            Older
          </button>
        )}
      </div>
    </section>
  )
}

function Transactions({ of, current }: { of: Page['data']; current: string }) {
  if (of.length === 0) return <p>None of them is listed.</p>
  return (
    <Scrolling label="Transactions of the user">
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Transaction</th>
            <th scope="col">Kind</th>
            <th scope="col" class="number">
              Amount
            </th>
            <th scope="col">Level and score</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ transaction_id, operation_type, amount, currency, timestamp, score }) => (
            <tr key={transaction_id} class={transaction_id === current ? 'changed' : undefined}>
              <td>
                <Time at={timestamp} />
              </td>
              <td>
                <bdi>{transaction_id}</bdi>
                {transaction_id === current && <strong> (this alert)</strong>}
              </td>
              <td>{operation_type}</td>
              <td class="number">{formatMoney(amount, currency)}</td>
              <td>
                {score === null ? 'not scored' : <LevelMark level={score.fraud_level} score={score.fraud_score} />}
                {score?.is_alert && transaction_id !== current && (
                  <>
                    {' '}
                    <a href={formatRoute({ path: ['fraud'], query: { status: 'all', transaction_id } })}>its alert</a>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
