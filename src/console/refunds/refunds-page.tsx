import { api, can } from '../api.ts'
import { formatMoney } from '../format/money.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Scrolling } from '../ui/scrolling.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { RefundFilterForm } from './refund-filter-form.tsx'
import { refundQueryOf } from './refund-filters.ts'

export function RefundsPage() {
  const { query } = route.value
  const { answer, error, isLoading, reload } = useAnswer(
    signal => api.listRefunds({ query: refundQueryOf(query) }, { signal }),
    [JSON.stringify(query)],
  )
  return (
    <>
      <div class="title">
        <h1>Refunds</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
        {can('refund:write') && (
          <a class="button primary" href={formatRoute({ path: ['refunds', 'new'] })}>
            Request a refund
          </a>
        )}
      </div>
      <RefundFilterForm query={query} onChange={replaceQuery} />
      <ProblemNote error={error} />
      <p role="status">{isLoading ? 'Loading' : answer === null ? '' : countOf(answer.pagination)}</p>
      {answer !== null && answer.data.length > 0 && (
        <Scrolling label="Refunds">
          <table>
            <thead>
              <tr>
                <th scope="col">Refund</th>
                <th scope="col">Status</th>
                <th scope="col" class="number">
                  Amount
                </th>
                <th scope="col">Requested</th>
              </tr>
            </thead>
            <tbody>
              {answer.data.map(({ refund_id, status, amount, currency, created_at, beneficiary_mismatch }) => (
                <tr key={refund_id}>
                  <td>
                    <a href={formatRoute({ path: ['refunds', refund_id] })}>{refund_id}</a>
                    {beneficiary_mismatch && <span class="flag">other beneficiary</span>}
                  </td>
                  <td>
                    <StatusMark status={status} />
                  </td>
                  <td class="number">{formatMoney(amount, currency)}</td>
                  <td>
                    <Time at={created_at} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
      {answer?.data.length === 0 && <Empty isFiltered={Object.keys(query).length > 0} />}
      <nav class="pages" aria-label="Pages of the list">
        {query.cursor !== undefined && (
          <a href={formatRoute({ path: ['refunds'], query: { ...query, cursor: '' } })}>First page</a>
        )}
        {typeof answer?.pagination.next_cursor === 'string' && (
          <a href={formatRoute({ path: ['refunds'], query: { ...query, cursor: answer.pagination.next_cursor } })}>
            Next page
          </a>
        )}
      </nav>
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
