import { OpenSessionsPage } from './open-sessions-page.tsx'
import { PastSessionsPage } from './past-sessions-page.tsx'
import { ServersPage } from './servers-page.tsx'
import { SessionPage } from './session-page.tsx'
import { VpnSubPages } from './vpn-sub-pages.tsx'

/** `rest`: of the address, as in the paths of the API: `sessions/vps_1`. Null where there is no such page. */
export function VpnPages({ rest: [page, id] }: { rest: readonly string[] }) {
  if (page !== undefined && page !== 'sessions') return null
  if (id !== undefined && id !== 'history') return <SessionPage key={id} id={id} />
  return (
    <>
      <VpnSubPages />
      {page === undefined ? <ServersPage /> : id === undefined ? <OpenSessionsPage /> : <PastSessionsPage />}
    </>
  )
}
