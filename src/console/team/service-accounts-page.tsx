import type { Answer } from '../../client/types.ts'
import { api, user } from '../api.ts'
import { route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { TeamList } from './team-list.tsx'

const COLUMNS: readonly Column<Answer<'getServiceAccount'>>[] = [
  {
    title: 'Name',
    cell: ({ client_id, service_account_id, name }) => (
      <a href={formatRoute({ path: ['team', 'service-accounts', client_id, service_account_id] })}>{name}</a>
    ),
  },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Scopes', cell: ({ scopes }) => scopes.join(', ') },
  { title: 'Last used', cell: ({ last_used_at: at }) => (at === null ? 'never' : <Time at={at} />) },
  { title: 'Expires', cell: ({ expires_at: at }) => (at === null ? 'never' : <Time at={at} />) },
]

/** Machines of the own client, or of the client in the address. */
export function ServiceAccountsPage() {
  const client_id = route.value.query.client_id ?? user.value?.client_id ?? ''
  return (
    <TeamList
      title="Service accounts"
      path={['team', 'service-accounts']}
      create="Create a service account"
      empty="There is no service account on this page. Create one for each machine that calls the API."
      columns={COLUMNS}
      read={(query, signal) => api.listServiceAccounts({ path: { client_id }, query }, { signal })}
      idOf={({ service_account_id }) => service_account_id}
    />
  )
}
