import { OpenSessionsPage } from './open-sessions-page.tsx'
import { PastSessionsPage } from './past-sessions-page.tsx'
import { ServersPage } from './servers-page.tsx'
import { SessionPage } from './session-page.tsx'

/** `rest`: of the address, as in the paths of the API: `sessions/vps_1`. Null where there is no such page. */
export function VpnPages({ rest: [page, id] }: { rest: readonly string[] }) {
  if (page === undefined) return <ServersPage />
  if (page !== 'sessions') return null
  if (id === undefined) return <OpenSessionsPage />
  return id === 'history' ? <PastSessionsPage /> : <SessionPage key={id} id={id} />
}
