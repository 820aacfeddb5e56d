import { api } from '../../api.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { DeliveryTable } from './delivery-table.tsx'

/** The API's largest page. */
const LIMIT = 100

/** `of`: the status of the delivery, with which the list changes. */
export function EventDeliveries({ id, of }: { id: string; of: string }) {
  const { answer, error } = useLastAnswer(
    signal => api.listEventDeliveries({ path: { event_id: id }, query: { limit: LIMIT } }, { signal }),
    `${id} ${of}`,
  )
  return (
    <section aria-labelledby="event-deliveries-title">
      <h2 id="event-deliveries-title">The event at every endpoint</h2>
      <ProblemNote error={error} />
      {answer !== null && <DeliveryTable label="Deliveries of the event" deliveries={answer.data} showsEndpoint />}
      {answer?.pagination.next_cursor && (
        <p>There are more than these {LIMIT}: the lists of the endpoints have them.</p>
      )}
    </section>
  )
}
