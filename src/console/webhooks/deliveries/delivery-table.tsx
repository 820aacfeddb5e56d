import type { Answer } from '../../../client/types.ts'
import { formatRoute } from '../../routing/route.ts'
import { Scrolling } from '../../ui/scrolling.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { outcomeOf } from './outcome.ts'

type Row = Answer<'listEventDeliveries'>['data'][number]

/** `showsEndpoint`: where the deliveries are those of several endpoints. */
type Props = { deliveries: readonly Row[]; label: string; showsEndpoint?: boolean }

export function DeliveryTable({ deliveries, label, showsEndpoint = false }: Props) {
  return (
    <Scrolling label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Delivery</th>
            {showsEndpoint && <th scope="col">Endpoint</th>}
            <th scope="col">Event type</th>
            <th scope="col">Status</th>
            <th scope="col">Last answer</th>
            <th scope="col" class="number">
              Attempts
            </th>
            <th scope="col">Queued</th>
          </tr>
        </thead>
        <tbody>
          {deliveries.map(delivery => (
            <tr key={delivery.delivery_id}>
              <td>
                <a href={formatRoute({ path: ['webhooks', delivery.webhook_id, 'deliveries', delivery.delivery_id] })}>
                  {delivery.delivery_id}
                </a>
              </td>
              {showsEndpoint && (
                <td>
                  <a href={formatRoute({ path: ['webhooks', delivery.webhook_id] })}>{delivery.webhook_id}</a>
                </td>
              )}
              <td>
                {delivery.event_type}
                {delivery.test_mode && <div class="hint">test</div>}
                {delivery.replay && <div class="hint">replay</div>}
              </td>
              <td>
                <StatusMark status={delivery.status} />
              </td>
              <td>{delivery.last_attempt === null ? 'none yet' : outcomeOf(delivery.last_attempt)}</td>
              <td class="number">{delivery.attempts}</td>
              <td>
                <Time at={delivery.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
