import { api } from '../api.ts'
import { replaceQuery, route } from '../routing/location.ts'
import { FilterForm } from '../ui/filter-form.tsx'
import { ListPage } from '../ui/list-page.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { serverQueryOf, type VpnServerAnswer } from './vpn.ts'

const RECOMMENDED = [
  ['', 'all'],
  ['true', 'recommended'],
] as const
const SELECTS = [{ name: 'recommended', label: 'Servers', options: RECOMMENDED }]
const TEXTS = [['country', 'Country code']] as const

const COLUMNS: readonly Column<VpnServerAnswer>[] = [
  { title: 'Server', isNumber: true, cell: ({ id }) => id },
  { title: 'Name', cell: ({ name }) => name },
  { title: 'Place', cell: ({ city, country }) => `${city}, ${country}` },
  { title: 'Status', cell: ({ status }) => <StatusMark of="server" status={status} /> },
  {
    title: 'Load',
    cell: ({ load, capacity_percent }) => (
      <>
        <StatusMark of="load" status={load.toLowerCase()} /> {capacity_percent} %
      </>
    ),
  },
  { title: 'Recommended', cell: ({ recommended }) => (recommended ? 'yes' : 'no') },
  { title: 'Address', cell: ({ ip, port, protocol }) => `${ip} ${protocol}/${port}` },
]

/** Servers are the platform's, the same for all clients. The API has them on one page. */
export function ServersPage() {
  const { query } = route.value
  const loaded = useLastAnswer(async signal => {
    const { data } = await api.listVpnServers({ query: serverQueryOf(query) }, { signal })
    return { data, pagination: { next_cursor: null, has_more: false } }
  }, JSON.stringify(query))
  return (
    <ListPage
      title="VPN servers"
      nouns={['server', 'servers']}
      path={['vpn']}
      query={query}
      of={loaded}
      filters={
        <FilterForm
          label="Filter servers"
          query={query}
          onChange={replaceQuery}
          selects={SELECTS}
          texts={TEXTS}
          times={[]}
        />
      }
      empty="There are no servers yet. An administrator of the platform registers one by POST /admin/vpn/servers."
      columns={COLUMNS}
      idOf={({ id }) => String(id)}
    />
  )
}
