import { api } from '../api.ts'
import { route } from '../routing/location.ts'
import { PageLinks } from '../ui/page-links.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import type { PushDeviceAnswer } from './push.ts'

const PAGE_SIZE = 50

const COLUMNS: readonly Column<PushDeviceAnswer>[] = [
  { title: 'Device', cell: ({ device_id }) => <bdi>{device_id}</bdi> },
  { title: 'Status', cell: ({ status }) => <StatusMark of="device" status={status} /> },
  { title: 'Platform', cell: ({ platform }) => platform },
  { title: 'App', cell: ({ app_version }) => app_version ?? 'unknown' },
  { title: 'Language', cell: ({ language }) => language ?? 'unknown' },
  { title: 'Last seen', cell: ({ last_seen_at }) => <Time at={last_seen_at} /> },
  { title: 'Registered', cell: ({ registered_at }) => <Time at={registered_at} /> },
]

export function UserDevices({ userId }: { userId: string }) {
  const { query } = route.value
  const { devices: cursor } = query
  const params = { user_id: userId, limit: PAGE_SIZE, ...(cursor === undefined ? {} : { cursor }) }
  const { answer, error, isLoading, reload } = useLastAnswer(
    signal => api.listPushDevices({ query: params }, { signal }),
    JSON.stringify(params),
  )
  return (
    <section aria-labelledby="devices-title">
      <div class="title">
        <h2 id="devices-title">Devices</h2>
        <button type="button" onClick={reload}>
          Reload the devices
        </button>
      </div>
      {isLoading && answer === null && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {answer?.data.length === 0 && (
        <p>The user has no device here. The app registers one by POST /notifications/devices when it starts.</p>
      )}
      {answer !== null && answer.data.length > 0 && (
        <RecordTable
          label="Devices"
          columns={COLUMNS}
          rows={answer.data}
          idOf={({ registration_id }) => registration_id}
        />
      )}
      <PageLinks
        path={['push']}
        query={query}
        position="devices"
        label="Pages of the devices"
        next={answer?.pagination.next_cursor ?? null}
      />
      {answer !== null && <RecordSource record={answer} path="/notifications/devices" query={params} />}
    </section>
  )
}
