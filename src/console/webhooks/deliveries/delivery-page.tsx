import { useState } from 'preact/hooks'
import { api, can } from '../../api.ts'
import { isAbout } from '../../live/concerns.ts'
import { Copyable } from '../../ui/copyable.tsx'
import { Facts } from '../../ui/facts.tsx'
import { RecordPage } from '../../ui/record-page.tsx'
import { RecordSource } from '../../ui/record-source.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { useLastAnswer } from '../../ui/use-last-answer.ts'
import { useReloadWhile } from '../../ui/use-reload-while.ts'
import type { DeliveryAnswer } from '../endpoint.ts'
import { AttemptLog } from './attempt-log.tsx'
import { EventDeliveries } from './event-deliveries.tsx'
import { RetryDelivery } from './retry-delivery.tsx'
import { SentEvent } from './sent-event.tsx'

type Props = { id: string; delivery: string }

export function DeliveryPage({ id, delivery: delivery_id }: Props) {
  const [retries, setRetries] = useState(0)
  const path = { webhook_id: id, delivery_id }
  const delivery = useLastAnswer(signal => api.getDelivery({ path }, { signal }), `${id} ${delivery_id}`)
  useReloadWhile(delivery.answer?.status === 'pending', delivery, String(retries))
  const onDone = () => {
    setRetries(number => number + 1)
    delivery.reload()
  }
  return (
    <RecordPage
      title="Delivery"
      parent={{ title: 'The endpoint', path: ['webhooks', id] }}
      of={delivery}
      changedBy={event => isAbout(event, delivery_id)}
      requests={2}
    >
      {answer => (
        <>
          <DeliveryFacts delivery={answer} />
          <RetryDelivery path={path} onDone={onDone} />
          <AttemptLog attempts={answer.attempt_log} />
          {can('events:read') && <SentEvent id={answer.event_id} isTest={answer.test_mode} />}
          {!answer.test_mode && <EventDeliveries id={answer.event_id} of={answer.status} />}
          <RecordSource record={answer} path={`/webhooks/${id}/deliveries/${delivery_id}`} />
        </>
      )}
    </RecordPage>
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
