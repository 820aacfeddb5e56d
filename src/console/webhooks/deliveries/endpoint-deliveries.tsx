import { api } from '../../api.ts'
import { replaceQuery, route } from '../../routing/location.ts'
import { PageLinks } from '../../ui/page-links.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { useReloadWhile } from '../use-reload-while.ts'
import { DeliveryFilterForm } from './delivery-filter-form.tsx'
import { deliveryQueryOf } from './delivery-filters.ts'
import { DeliveryTable } from './delivery-table.tsx'

/** `round`: counts what was done to the endpoint, because deliveries come with it. */
export function EndpointDeliveries({ id, round }: { id: string; round: number }) {
  const { query } = route.value
  const { answer, error, isLoading, reload } = useLastAnswer(
    signal => api.listDeliveries({ path: { webhook_id: id }, query: deliveryQueryOf(query) }, { signal }),
    JSON.stringify([id, query]),
    round,
  )
  useReloadWhile(answer?.data.some(({ status }) => status === 'pending') ?? false, reload, String(round))
  return (
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Deliveries</h2>
      <DeliveryFilterForm query={query} onChange={replaceQuery} />
      <ProblemNote error={error} />
      {isLoading && answer === null && <p role="status">Loading</p>}
      {answer !== null && answer.data.length > 0 && (
        <DeliveryTable label="Deliveries" deliveries={answer.data.map(one => ({ ...one, webhook_id: id }))} />
      )}
      {answer?.data.length === 0 && <Empty isFiltered={Object.keys(query).length > 0} />}
      <PageLinks
        label="Pages of the deliveries"
        path={['webhooks', id]}
        query={query}
        next={answer?.pagination.next_cursor}
      />
    </section>
  )
}

function Empty({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p>No delivery matches these filters. Remove one, or look at another time.</p>
  return <p>There are no deliveries of the last 30 days. Send a test event to see one.</p>
}
