import { api } from '../api.ts'
import { formatBytes } from '../format/bytes.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { FilterForm } from '../ui/filter-form.tsx'
import { ListPage } from '../ui/list-page.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type OpenSessionAnswer, openSessionQueryOf, toPage } from './vpn.ts'

const USER = [['user_id', 'User']] as const

const COLUMNS: readonly Column<OpenSessionAnswer>[] = [
  {
    title: 'Session',
    cell: ({ session_id }) => <a href={formatRoute({ path: ['vpn', 'sessions', session_id] })}>{session_id}</a>,
  },
  { title: 'Status', cell: ({ status }) => <StatusMark of="session" status={status} /> },
  { title: 'User', cell: ({ user_id }) => user_id },
  { title: 'Device', cell: ({ device_id }) => <bdi>{device_id}</bdi> },
  { title: 'Server', isNumber: true, cell: ({ server_id }) => server_id },
  { title: 'To the device', isNumber: true, cell: ({ bytes_in }) => formatBytes(bytes_in) },
  { title: 'From the device', isNumber: true, cell: ({ bytes_out }) => formatBytes(bytes_out) },
  { title: 'Opened', cell: ({ issued_at }) => <Time at={issued_at} /> },
]

export function OpenSessionsPage() {
  const { query } = route.value
  const loaded = useLastAnswer(
    async signal => toPage(await api.listVpnSessions({ query: openSessionQueryOf(query) }, { signal })),
    JSON.stringify(query),
  )
  return (
    <ListPage
      title="Open VPN sessions"
      nouns={['open session', 'open sessions']}
      path={['vpn', 'sessions']}
      query={query}
      position="after"
      of={loaded}
      filters={
        <FilterForm
          label="Filter sessions"
          query={query}
          onChange={replaceQuery}
          first={USER}
          selects={[]}
          texts={[]}
          times={[]}
        />
      }
      empty="No session is open. A device opens one by POST /vpn/connect. All sessions include those that are over."
      columns={COLUMNS}
      idOf={({ session_id }) => session_id}
    />
  )
}
