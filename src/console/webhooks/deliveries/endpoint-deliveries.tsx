import { api } from '../../api.ts'
import { replaceQuery, route } from '../../routing/location.ts'
import { ListStatus, useLiveList } from '../../ui/list-status.tsx'
import { PageLinks } from '../../ui/page-links.tsx'
import { ReadingProblem } from '../../ui/reading-problem.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { useReloadWhile } from '../../ui/use-reload-while.ts'
import { isChosen } from '../event-types.ts'
import { DeliveryFilterForm } from './delivery-filter-form.tsx'
import { deliveryQueryOf } from './delivery-filters.ts'
import { DeliveryTable } from './delivery-table.tsx'

type Props = {
  id: string
  /** Patterns of the events that it gets: with one, a delivery comes. */
  events: readonly string[]
  /** Counts what was done to the endpoint, because deliveries come with it. */
  round: number
}

export function EndpointDeliveries({ id, events, round }: Props) {
  const { query } = route.value
  const deliveries = useLastAnswer(
    signal => api.listDeliveries({ path: { webhook_id: id }, query: deliveryQueryOf(query) }, { signal }),
    JSON.stringify([id, query]),
    round,
  )
  const { answer, error } = deliveries
  const { list, ...live } = useLiveList(deliveries, event => isChosen(events, event.type))
  const isPending = answer?.data.some(({ status }) => status === 'pending') ?? false
  useReloadWhile(isPending, { ...live, error }, String(round))
  return (
    <section aria-labelledby="deliveries-title">
      <h2 id="deliveries-title">Deliveries</h2>
      <DeliveryFilterForm query={query} onChange={replaceQuery} />
      <ReadingProblem of={deliveries} what="list" />
      <ListStatus of={deliveries} count="" live={live} />
      <div ref={list}>
        {answer !== null && answer.data.length > 0 && (
          <DeliveryTable label="Deliveries" deliveries={answer.data.map(one => ({ ...one, webhook_id: id }))} />
        )}
      </div>
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
