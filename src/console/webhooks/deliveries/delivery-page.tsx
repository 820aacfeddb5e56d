import { useState } from 'preact/hooks'
import { api, can } from '../../api.ts'
import { formatRoute } from '../../routing/route.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { RecordSource } from '../../ui/record-source.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import type { DeliveryAnswer } from '../endpoint.ts'
import { useReloadWhile } from '../use-reload-while.ts'
import { AttemptLog } from './attempt-log.tsx'
import { EventDeliveries } from './event-deliveries.tsx'
import { RetryDelivery } from './retry-delivery.tsx'
import { SentEvent } from './sent-event.tsx'

type Props = { id: string; delivery: string }

export function DeliveryPage({ id, delivery: delivery_id }: Props) {
  const [retries, setRetries] = useState(0)
  const path = { webhook_id: id, delivery_id }
  const {
    answer: delivery,
    error,
    isLoading,
    reload,
  } = useLastAnswer(signal => api.getDelivery({ path }, { signal }), `${id} ${delivery_id}`)
  useReloadWhile(delivery?.status === 'pending', reload, String(retries))
  const onDone = () => {
    setRetries(number => number + 1)
    reload()
  }
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['webhooks', id] })}>The endpoint</a>
      </p>
      <div class="title">
        <h1>Delivery</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
      </div>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {delivery !== null && (
        <>
          <DeliveryFacts delivery={delivery} />
          <RetryDelivery path={path} onDone={onDone} />
          <AttemptLog attempts={delivery.attempt_log} />
          {can('events:read') && <SentEvent id={delivery.event_id} isTest={delivery.test_mode} />}
          {!delivery.test_mode && <EventDeliveries id={delivery.event_id} of={delivery.status} />}
          <RecordSource record={delivery} path={`/webhooks/${id}/deliveries/${delivery_id}`} />
        </>
      )}
    </>
  )
}

function DeliveryFacts({ delivery }: { delivery: DeliveryAnswer }) {
  return (
    <Facts
      of={[
        ['Status', <StatusMark status={delivery.status} />],
        ['Event type', delivery.event_type],
        ['Event', <Copyable text={delivery.event_id} name="the id of the event" />],
        ['Delivery', <Copyable text={delivery.delivery_id} name="the id of the delivery" />],
        ['Kind', delivery.test_mode ? 'test event' : delivery.replay ? 'replay' : undefined],
        ['Attempts', String(delivery.attempts)],
        ['Queued', <Time at={delivery.created_at} />],
        ['Next attempt', delivery.next_attempt_at && <Time at={delivery.next_attempt_at} />],
        ['Finished', delivery.finished_at && <Time at={delivery.finished_at} />],
      ]}
    />
  )
}
