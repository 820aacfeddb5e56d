import { api } from '../api.ts'
import { formatBytes } from '../format/bytes.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { SessionActions } from './session-actions.tsx'
import type { VpnSessionAnswer } from './vpn.ts'

export function SessionPage({ id }: { id: string }) {
  const loaded = useLastAnswer(signal => api.getVpnSession({ path: { session_id: id } }, { signal }), id)
  return (
    <RecordPage title="VPN session" parent={{ path: ['vpn', 'sessions'], title: 'Open sessions' }} of={loaded}>
      {session => (
        <>
          <SessionFacts session={session} />
          <SessionActions session={session} onSent={loaded.reload} />
          <RecordSource record={session} path={`/vpn/sessions/${id}`} />
        </>
      )}
    </RecordPage>
  )
}

function SessionFacts({ session }: { session: VpnSessionAnswer }) {
  const { open, connected_at, ended_at } = session
  return (
    <Facts
      of={[
        ['Status', <StatusMark of="session" status={session.status} />],
        ['Session', <Copyable text={session.session_id} name="the id of the session" />],
        ['User', session.user_id],
        ['Device', open && <bdi>{open.device_id}</bdi>],
        ['Kind of device', [session.device_type, session.platform].filter(Boolean).join(', ')],
        ['Server', session.server_id],
        ['Slot', session.slot_id],
        ['Opened', <Time at={session.issued_at} />],
        ['Connected', connected_at === null ? 'not yet' : <Time at={connected_at} />],
        ['Ended', ended_at && <Time at={ended_at} />],
        ['Why revoked', session.reason],
        ['Ends without a heartbeat', open && <Time at={open.lease_expires_at} />],
        ['Credentials end', open && <Time at={open.expires_at} />],
        ['To the device', open && formatBytes(open.bytes_in)],
        ['From the device', open && formatBytes(open.bytes_out)],
      ]}
    />
  )
}
