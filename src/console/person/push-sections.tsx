import type { Answer } from '../../client/types.ts'
import { api } from '../api.ts'
import { PagedSection } from '../ui/paged-section.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'

const PAGE_SIZE = 20

type DeviceRow = Answer<'listPushDevices'>['data'][number]
type NotificationRow = Answer<'listNotifications'>['data'][number]

const DEVICES: readonly Column<DeviceRow>[] = [
  { title: 'Device', cell: ({ device_id }) => <bdi>{device_id}</bdi> },
  { title: 'Status', cell: ({ status }) => <StatusMark of="device" status={status} /> },
  { title: 'Platform', cell: ({ platform }) => platform },
  { title: 'App', cell: ({ app_version }) => app_version },
  { title: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
]

const NOTIFICATIONS: readonly Column<NotificationRow>[] = [
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Title', cell: ({ title }) => title ?? 'deleted' },
  { title: 'Category', cell: ({ category }) => category },
  { title: 'Priority', cell: ({ priority }) => priority },
  { title: 'Delivery', cell: ({ delivery }) => summaryOf(delivery) },
  { title: 'Read', cell: ({ read_at }) => read_at !== null && <Time at={read_at} /> },
]

export function PushSections({ id }: { id: string }) {
  return (
    <>
      <PagedSection<NotificationRow>
        title="Pushes"
        of={id}
        read={async (cursor, signal) => {
          const query = { user_id: id, limit: PAGE_SIZE, offset: Number(cursor ?? 0) }
          const { data, pagination } = await api.listNotifications({ query }, { signal })
          return { data, next: pagination.has_more ? String(query.offset + PAGE_SIZE) : null }
        }}
        columns={NOTIFICATIONS}
        idOf={({ notification_id }) => notification_id}
        empty="Nothing was sent to this person."
      />
      <PagedSection<DeviceRow>
        title="Devices"
        of={id}
        read={async (cursor, signal) => {
          const query = { user_id: id, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
          const { data, pagination } = await api.listPushDevices({ query }, { signal })
          return { data, next: pagination.next_cursor }
        }}
        columns={DEVICES}
        idOf={({ registration_id }) => registration_id}
        empty="This person has no registered device."
      />
    </>
  )
}

/** `2 sent, 1 failed (token_dead)`. */
function summaryOf({ failure_reason, ...counts }: NotificationRow['delivery']): string {
  const parts = Object.entries(counts).flatMap(([name, count]) => (count === 0 ? [] : `${count} ${name}`))
  return [parts.join(', '), failure_reason && `(${failure_reason})`].filter(Boolean).join(' ')
}
