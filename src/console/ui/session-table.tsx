import type { ComponentChildren } from 'preact'
import type { Answer } from '../../client/types.ts'
import { type Column, RecordTable } from './record-table.tsx'
import { Time } from './time.tsx'

type OpenSession = Answer<'listOwnSessions'>['data'][number]

const METHODS: Record<OpenSession['method'], string> = {
  password: 'password',
  google: 'Google',
  apple: 'Apple',
  biometric: 'key of a device',
  webauthn: 'WebAuthn key',
}

const COLUMNS: readonly Column<OpenSession>[] = [
  {
    title: 'Logged in',
    cell: ({ logged_in_at, is_current }) => (
      <>
        <Time at={logged_in_at} />
        {is_current && <div class="hint">this session</div>}
      </>
    ),
  },
  { title: 'Method', cell: ({ method }) => METHODS[method] },
  { title: 'Device', cell: ({ device_id }) => device_id ?? 'not named' },
  {
    title: 'Last refreshed',
    cell: ({ last_refreshed_at }) => (last_refreshed_at === null ? 'never' : <Time at={last_refreshed_at} />),
  },
  { title: 'Session', cell: ({ session_id }) => <code>{session_id}</code> },
]

/** `end`: what ends one of them. */
export function SessionTable({
  sessions,
  end,
}: {
  sessions: readonly OpenSession[]
  end?(session: OpenSession): ComponentChildren
}) {
  return (
    <RecordTable
      label="Open sessions"
      rows={sessions}
      columns={end === undefined ? COLUMNS : [...COLUMNS, { title: 'Action', cell: end }]}
      idOf={({ session_id }) => session_id}
    />
  )
}
