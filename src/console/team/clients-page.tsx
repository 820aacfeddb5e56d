import { api } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import type { ClientAnswer } from './client.ts'
import { TeamList } from './team-list.tsx'

const COLUMNS: readonly Column<ClientAnswer>[] = [
  {
    title: 'Name',
    cell: ({ client_id, name }) => <a href={formatRoute({ path: ['team', 'clients', client_id] })}>{name}</a>,
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Tier', cell: ({ tier }) => tier },
  { title: 'Country', cell: ({ country }) => country ?? 'unknown' },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** All clients of the platform. */
export function ClientsPage() {
  return (
    <TeamList
      title="Clients"
      path={['team', 'clients']}
      create="Create a client"
      empty="There is no client on this page. A new client is listed within a second."
      columns={COLUMNS}
      read={(query, signal) => api.listClients({ query }, { signal })}
      idOf={({ client_id }) => client_id}
    />
  )
}
