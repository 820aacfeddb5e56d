import type { Answer } from '../../client/types.ts'
import { api, can } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { isOfFamily } from '../live/concerns.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { ListStatus, useLiveList } from '../ui/list-status.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { RefundFilterForm } from './refund-filter-form.tsx'
import { refundQueryOf } from './refund-filters.ts'

type Row = Answer<'listRefunds'>['data'][number]

const COLUMNS: readonly Column<Row>[] = [
  {
    title: 'Refund',
    cell: ({ refund_id, beneficiary_mismatch }) => (
      <>
        <a href={formatRoute({ path: ['refunds', refund_id] })}>{refund_id}</a>
        {beneficiary_mismatch && <span class="flag">other beneficiary</span>}
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Amount', isNumber: true, cell: ({ amount, currency }) => formatMoney(amount, currency) },
  { title: 'Requested', cell: ({ created_at }) => <Time at={created_at} /> },
]

export function RefundsPage() {
  const { query } = route.value
  const refunds = useLastAnswer(
    signal => api.listRefunds({ query: refundQueryOf(query) }, { signal }),
    JSON.stringify(query),
  )
  const { answer } = refunds
  const { list, ...live } = useLiveList(refunds, event => isOfFamily(event, 'refund'))
  return (
    <>
      <PageTitle title="Refunds" reload={live.reload}>
        {can('refund:write') && (
          <a class="button primary" href={formatRoute({ path: ['refunds', 'new'] })}>
            Request a refund
          </a>
        )}
      </PageTitle>
      <RefundFilterForm query={query} onChange={replaceQuery} />
      <ReadingProblem of={refunds} what="list" />
      <ListStatus of={refunds} count={answer === null ? '' : countOf(answer.pagination)} live={live} />
      <div ref={list}>
        {answer !== null && answer.data.length > 0 && (
          <RecordTable label="Refunds" rows={answer.data} columns={COLUMNS} idOf={({ refund_id }) => refund_id} />
        )}
      </div>
      {answer?.data.length === 0 && <Empty isFiltered={Object.keys(query).length > 0} />}
      <PageLinks label="Pages of the list" path={['refunds']} query={query} next={answer?.pagination.next_cursor} />
    </>
  )
}

type Pagination = { page: number; total_items: number; total_pages: number; total_capped: boolean }

function countOf({ page, total_items, total_pages, total_capped }: Pagination): string {
  const count = `${total_capped ? 'More than ' : ''}${total_items.toLocaleString()} ${total_items === 1 ? 'refund' : 'refunds'}`
  return total_pages > 1 ? `${count}, page ${page} of ${total_pages.toLocaleString()}` : count
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p>No refund matches these filters. Remove one, or look at another time.</p>
  return <p>There are no refunds yet. Request one here, or by POST /refund/request.</p>
}
