import { api } from '../api.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { FilterForm } from '../ui/filter-form.tsx'
import { ListPage } from '../ui/list-page.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type PastSessionAnswer, pastSessionQueryOf } from './vpn.ts'

const USER = [['user_id', 'User']] as const
const TIMES = [
  ['since', 'Opened from'],
  ['until', 'Opened before'],
] as const

const COLUMNS: readonly Column<PastSessionAnswer>[] = [
  {
    title: 'Session',
    cell: ({ session_id }) => <a href={formatRoute({ path: ['vpn', 'sessions', session_id] })}>{session_id}</a>,
  },
  { title: 'Status', cell: ({ status }) => <StatusMark of="session" status={status} /> },
  { title: 'User', cell: ({ user_id }) => user_id },
  { title: 'Server', isNumber: true, cell: ({ server_id }) => server_id },
  { title: 'Platform', cell: ({ platform }) => platform ?? 'unknown' },
  { title: 'Opened', cell: ({ issued_at }) => <Time at={issued_at} /> },
  { title: 'Ended', cell: ({ ended_at }) => (ended_at === null ? 'open' : <Time at={ended_at} />) },
]

export function PastSessionsPage() {
  const { query } = route.value
  const loaded = useLastAnswer(
    signal => api.listVpnHistory({ query: pastSessionQueryOf(query) }, { signal }),
    JSON.stringify(query),
  )
  return (
    <ListPage
      title="All VPN sessions"
      nouns={['session', 'sessions']}
      path={['vpn', 'sessions', 'history']}
      query={query}
      of={loaded}
      filters={
        <FilterForm
          label="Filter sessions"
          query={query}
          onChange={replaceQuery}
          first={USER}
          selects={[]}
          texts={[]}
          times={TIMES}
        />
      }
      empty="There was no session yet. A device opens one by POST /vpn/connect."
      columns={COLUMNS}
      idOf={({ session_id }) => session_id}
    />
  )
}
