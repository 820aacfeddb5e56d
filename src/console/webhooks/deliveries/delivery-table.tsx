import type { Answer } from '../../../client/types.ts'
import { formatRoute } from '../../routing/route.ts'
import { type Column, RecordTable } from '../../ui/record-table.tsx'
import { StatusMark } from '../../ui/status-mark.tsx'
import { Time } from '../../ui/time.tsx'
import { outcomeOf } from './outcome.ts'

type Row = Answer<'listEventDeliveries'>['data'][number]

const DELIVERY: Column<Row> = {
  title: 'Delivery',
  cell: ({ webhook_id, delivery_id }) => (
    <a href={formatRoute({ path: ['webhooks', webhook_id, 'deliveries', delivery_id] })}>{delivery_id}</a>
  ),
}
const ENDPOINT: Column<Row> = {
  title: 'Endpoint',
  cell: ({ webhook_id }) => <a href={formatRoute({ path: ['webhooks', webhook_id] })}>{webhook_id}</a>,
}
const OUTCOME: readonly Column<Row>[] = [
  {
    title: 'Event type',
    cell: ({ event_type, test_mode, replay }) => (
      <>
        {event_type}
        {test_mode && <div class="hint">test</div>}
        {replay && <div class="hint">replay</div>}
      </>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Last answer', cell: ({ last_attempt }) => (last_attempt === null ? 'none yet' : outcomeOf(last_attempt)) },
  { title: 'Attempts', isNumber: true, cell: ({ attempts }) => attempts },
  { title: 'Queued', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** `showsEndpoint`: where the deliveries are those of several endpoints. */
type Props = { deliveries: readonly Row[]; label: string; showsEndpoint?: boolean }

export function DeliveryTable({ deliveries, label, showsEndpoint = false }: Props) {
  const columns = [DELIVERY, ...(showsEndpoint ? [ENDPOINT] : []), ...OUTCOME]
  return <RecordTable label={label} rows={deliveries} columns={columns} idOf={({ delivery_id }) => delivery_id} />
}
