import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { formatRoute } from '../routing/route.ts'
import { PagedSection } from '../ui/paged-section.tsx'
import type { Column } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'
import { LevelMark } from './alert-marks.tsx'

const PAGE_SIZE = 20

type Props = { user_id: string; title: string; empty: string; current?: string }

/** The user's transactions, the newest first. `current`: the one that raised the alert, which is marked. */
export function UserTransactions({ user_id, title, empty, current }: Props) {
  return (
    <PagedSection
      {...{ title, empty, of: user_id, columns: columnsOf(current) }}
      idOf={({ transaction_id }: Row) => transaction_id}
      isMarked={({ transaction_id }) => transaction_id === current}
      read={async (cursor, signal) => {
        const query = { user_id, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
        const { data, pagination } = await api.listTransactions({ query }, { signal })
        return { data, next: pagination.next_cursor }
      }}
    />
  )
}

type Row = Answer<'listTransactions'>['data'][number]

const columnsOf = (current: string | undefined): readonly Column<Row>[] => [
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
