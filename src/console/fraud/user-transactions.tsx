import { useRef, useState } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { formatRoute } from '../routing/route.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
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
  const pages = useRef<HTMLDivElement>(null)
  /** The button that was pressed goes while the page is read, and the focus would go with it. */
  const show = (page: string | null) => {
    pages.current?.focus()
    setCursor(page)
  }
  const next = answer?.pagination.next_cursor ?? null
  return (
    <section aria-labelledby="transactions-title">
      <h2 id="transactions-title">Transactions of the user</h2>
      <ProblemNote error={error} />
      {isLoading && <p role="status">Loading</p>}
      {answer?.data.length === 0 && <p>None of them is listed.</p>}
      {answer !== null && answer.data.length > 0 && (
        <RecordTable
          label="Transactions of the user"
          rows={answer.data}
          columns={columnsOf(transaction_id)}
          idOf={row => row.transaction_id}
          isMarked={row => row.transaction_id === transaction_id}
        />
      )}
      <div class="actions" ref={pages} tabIndex={-1}>
        {cursor !== null && (
          <button type="button" onClick={() => show(null)}>
            Newest
          </button>
        )}
        {next !== null && (
          <button type="button" onClick={() => show(next)}>
            Older
          </button>
        )}
      </div>
    </section>
  )
}

type Row = Page['data'][number]

/** `current`: the transaction that raised the alert. */
const columnsOf = (current: string): readonly Column<Row>[] => [
  { title: 'Time', cell: ({ timestamp }) => <Time at={timestamp} /> },
  {
    title: 'Transaction',
    cell: ({ transaction_id }) => (
      <>
        <bdi>{transaction_id}</bdi>
        {transaction_id === current && <strong> (this alert)</strong>}
      </>
    ),
  },
  { title: 'Kind', cell: ({ operation_type }) => operation_type },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Level and score', cell: row => <Score of={row} isCurrent={row.transaction_id === current} /> },
]

function Score({ of: { score, transaction_id }, isCurrent }: { of: Row; isCurrent: boolean }) {
  if (score === null) return 'not scored'
  return (
    <>
      <LevelMark level={score.fraud_level} score={score.fraud_score} />
      {score.is_alert && !isCurrent && (
        <>
          {' '}
          <a href={formatRoute({ path: ['fraud'], query: { status: 'all', transaction_id } })}>its alert</a>
        </>
      )}
    </>
  )
}
