import { useState } from 'preact/hooks'
import { api, can } from '../api.ts'
import { route } from '../routing/location.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { RecordHistory } from '../ui/record-history.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { SessionTable } from '../ui/session-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import type { UserAnswer } from './roles.ts'
import { UserActions } from './user-actions.tsx'

export function UserPage({ id }: { id: string }) {
  const user = useLastAnswer(signal => api.getUser({ path: { user_id: id } }, { signal }), id)
  const [changes, setChanges] = useState(0)
  const reloadAll = () => {
    setChanges(number => number + 1)
    user.reload()
  }
  return (
    <RecordPage title="User" parent={{ title: 'All users', path: ['team', 'users'] }} of={user} reload={reloadAll}>
      {answer => (
        <>
          <UserFacts user={answer} />
          <UserActions user={answer} onSent={reloadAll} />
          <UserSessions user_id={id} round={changes} />
          {can('audit:read') && (
            <RecordHistory id={id} read={query => api.getAuditRecord({ path: { family: 'users', id }, query })} />
          )}
          <RecordSource record={answer} path={`/admin/users/${id}`} />
        </>
      )}
    </RecordPage>
  )
}

function UserFacts({ user }: { user: UserAnswer }) {
  return (
    <Facts
      of={[
        ['Name', user.display_name ?? 'none'],
        ['E-mail address', user.email ?? 'erased'],
        ['Role', user.role],
        ['Status', <StatusMark status={user.status} />],
        ['User', <Copyable text={user.user_id} name="the id of the user" />],
        ['Client', <code>{user.client_id}</code>],
        ['Created', <Time at={user.created_at} />],
      ]}
    />
  )
}

/** Read again after an action, which may have ended them. */
function UserSessions({ user_id, round }: { user_id: string; round: number }) {
  const { path, query } = route.value
  const { cursor } = query
  const sessions = useLastAnswer(
    signal => api.listUserSessions({ path: { user_id }, query: cursor === undefined ? {} : { cursor } }, { signal }),
    JSON.stringify([user_id, cursor]),
    round,
  )
  const { answer, isLoading, reload } = sessions
  return (
    <section aria-labelledby="sessions-title">
      <div class="title">
        <h2 id="sessions-title">Open sessions</h2>
        <button type="button" class="small" aria-label="Reload the sessions" onClick={reload}>
          Reload
        </button>
      </div>
      <ReadingProblem of={sessions} what="list" />
      <p role="status">{isLoading && 'Loading'}</p>
      {answer?.data.length === 0 && <p>No session is open.</p>}
      {answer !== null && answer.data.length > 0 && <SessionTable sessions={answer.data} />}
      <PageLinks label="Pages of the sessions" path={path} query={query} next={answer?.pagination.next_cursor} />
    </section>
  )
}
