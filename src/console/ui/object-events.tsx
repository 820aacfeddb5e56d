import { api, can } from '../api.ts'
import { useLiveEvents } from '../live/use-live-events.ts'
import { FoldedDeliveries } from '../webhooks/deliveries/event-deliveries.tsx'
import { Copyable } from './copyable.tsx'
import { ProblemNote } from './problem-note.tsx'
import { Time } from './time.tsx'
import { useAnswer } from './use-answer.ts'

/** The events of one record. `of`: its state, with which an event comes. */
export function ObjectEvents({ id, of }: { id: string; of: string }) {
  const { answer, error } = useAnswer(signal => api.listEvents({ query: { object: id } }, { signal }), [id, of])
  const known = answer?.data ?? []
  const arrived = useLiveEvents(id).filter(event => !known.some(one => one.id === event.id))
  const events = [...arrived, ...known]
  return (
    <section aria-labelledby="events-title">
      <h2 id="events-title">Events</h2>
      <ProblemNote error={error} />
      {answer !== null && events.length === 0 && <p>No event yet: it comes with the next change.</p>}
      <ol class="events">
        {events.map(event => (
          <li key={event.id}>
            <strong>{event.type}</strong> <Time at={event.created_at} />{' '}
            <Copyable text={event.id} name="the id of the event" />
            {can('webhooks:manage') && <FoldedDeliveries id={event.id} />}
          </li>
        ))}
      </ol>
    </section>
  )
}
