import { signal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import { api } from '../api.ts'
import { go, route } from '../routing/location.ts'
import { formatRoute } from '../routing/route.ts'
import { fieldsOf } from '../ui/action-form.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import type { Column } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useCommand } from '../ui/use-command.ts'
import type { UserAnswer } from './roles.ts'
import { TeamList } from './team-list.tsx'

const COLUMNS: readonly Column<UserAnswer>[] = [
  {
    title: 'Name',
    cell: ({ user_id, display_name }) => (
      <a href={formatRoute({ path: ['team', 'users', user_id] })}>{display_name ?? user_id}</a>
    ),
  },
  { title: 'E-mail address', cell: ({ email }) => email ?? 'erased' },
  { title: 'Role', cell: ({ role }) => role },
  { title: 'Status', cell: ({ status }) => <StatusMark status={status} /> },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** Users of the own client, or of the client in the address. */
export function UsersPage() {
  const { client_id } = route.value.query
  const of: { client_id?: string } = client_id === undefined ? {} : { client_id }
  return (
    <TeamList
      title="Users"
      path={['team', 'users']}
      create="Create a user"
      empty="There is no user on this page. A new user is listed within a second."
      columns={COLUMNS}
      read={(query, signal) => api.listUsers({ query: { ...of, ...query } }, { signal })}
      idOf={({ user_id }) => user_id}
    >
      <FindUser of={of} />
    </TeamList>
  )
}

/** The address that is searched for is in no draft and in no address of a page. */
function FindUser({ of }: { of: { client_id?: string } }) {
  const form = useRef<HTMLFormElement>(null)
  const isMissing = useMemo(() => signal(false), [])
  const search = useCommand(async isThere => {
    isMissing.value = false
    const found = await findUserByAddress(fieldsOf(form.current).email ?? '', of)
    if (found === null) isMissing.value = true
    else if (isThere()) go({ path: ['team', 'users', found.user_id] })
  })
  return (
    <search aria-label="Find a user">
      <form ref={form} class="filters" onSubmit={search.start}>
        <label>
          Find by e-mail address
          <input name="email" type="email" autocomplete="off" required />
        </label>
        <button type="submit" disabled={search.state.is === 'running'}>
          Find
        </button>
      </form>
      <p role="status">{isMissing.value && 'No user of this client has this address.'}</p>
      {search.state.is === 'failed' && <ProblemNote error={search.state.error} />}
    </search>
  )
}

export async function findUserByAddress(email: string, of: { client_id?: string }): Promise<UserAnswer | null> {
  const { data } = await api.listUsers({ query: { ...of, email: email.trim() } })
  return data[0] ?? null
}
