import { useState } from 'preact/hooks'
import type { Answer } from '../../../client/types.ts'
import { api } from '../../api.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { useReloadWhile } from '../../ui/use-reload-while.ts'
import { DeliveryTable } from './delivery-table.tsx'

/** The API's largest page. */
const LIMIT = 100

type Delivery = Answer<'listEventDeliveries'>['data'][number]
const isPending = ({ status }: Delivery) => status === 'pending'

/** `of`: the status of the delivery, with which the list changes. */
export function EventDeliveries({ id, of }: { id: string; of: string }) {
  return (
    <section aria-labelledby="event-deliveries-title">
      <h2 id="event-deliveries-title">The event at every endpoint</h2>
      <DeliveriesOf id={id} of={of} />
    </section>
  )
}

/** Read when a person opens them: a record has many events. */
export function FoldedDeliveries({ id }: { id: string }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Its deliveries</summary>
      {isOpen && <DeliveriesOf id={id} of="" />}
    </details>
  )
}

function DeliveriesOf({ id, of }: { id: string; of: string }) {
  const deliveries = useLastAnswer(
    signal => api.listEventDeliveries({ path: { event_id: id }, query: { limit: LIMIT } }, { signal }),
    `${id} ${of}`,
  )
  const { answer, error, isLoading } = deliveries
  // Those of a new event come a moment after it.
  const isUnderWay = answer !== null && (answer.data.length === 0 || answer.data.some(isPending))
  useReloadWhile(isUnderWay, deliveries, id)
  return (
    <>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {answer?.data.length === 0 && <p>No endpoint has it.</p>}
      {answer !== null && answer.data.length > 0 && (
        <DeliveryTable label="Deliveries of the event" deliveries={answer.data} showsEndpoint />
      )}
      {answer?.pagination.next_cursor && (
        <p>There are more than these {LIMIT}: the lists of the endpoints have them.</p>
      )}
    </>
  )
}
