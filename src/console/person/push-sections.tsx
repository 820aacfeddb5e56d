import { api } from '../api.ts'
import { type NotificationAnswer, nextOffset, outcomesOf, type PushDeviceAnswer } from '../push/push.ts'
import { PagedSection } from '../ui/paged-section.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'

const PAGE_SIZE = 20

const DEVICES: readonly Column<PushDeviceAnswer>[] = [
  { title: 'Device', cell: ({ device_id }) => <bdi>{device_id}</bdi> },
  { title: 'Status', cell: ({ status }) => <StatusMark of="device" status={status} /> },
  { title: 'Platform', cell: ({ platform }) => platform },
  { title: 'App', cell: ({ app_version }) => app_version },
  { title: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
]

const NOTIFICATIONS: readonly Column<NotificationAnswer>[] = [
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
  { title: 'Title', cell: ({ title }) => title ?? 'deleted' },
  { title: 'Category', cell: ({ category }) => category },
  { title: 'Priority', cell: ({ priority }) => priority },
  { title: 'Delivery', cell: ({ delivery }) => outcomesOf(delivery) },
  { title: 'Read', cell: ({ read_at }) => read_at !== null && <Time at={read_at} /> },
]

export function PushSections({ id }: { id: string }) {
  return (
    <>
      <PagedSection<NotificationAnswer>
        title="Pushes"
        of={id}
        read={async (cursor, signal) => {
          const query = { user_id: id, limit: PAGE_SIZE, offset: Number(cursor ?? 0) }
          const { data, pagination } = await api.listNotifications({ query }, { signal })
          return { data, next: nextOffset(pagination) }
        }}
        columns={NOTIFICATIONS}
        idOf={({ notification_id }) => notification_id}
        empty="Nothing was sent to this person."
      />
      <PagedSection<PushDeviceAnswer>
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
