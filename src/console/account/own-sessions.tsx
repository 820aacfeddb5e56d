import { api } from '../api.ts'
import { route } from '../routing/location.ts'
import { pageSession } from '../session/page-session.ts'
import { CommandProblem } from '../ui/command-problem.tsx'
import { PageLinks } from '../ui/page-links.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { SessionTable } from '../ui/session-table.tsx'
import { useCommand } from '../ui/use-command.ts'
import { useLastAnswer } from '../ui/use-last-answer.ts'

export function OwnSessions({ round }: { round: number }) {
  const { query } = route.value
  const { cursor } = query
  const sessions = useLastAnswer(
    signal => api.listOwnSessions({ query: cursor === undefined ? {} : { cursor } }, { signal }),
    cursor ?? '',
    round,
  )
  const { answer, isLoading, reload } = sessions
  return (
    <section aria-labelledby="sessions-title">
      <h2 id="sessions-title">Your sessions</h2>
      <p>End a session that you do not know, then change your password.</p>
      <ReadingProblem of={sessions} what="list" />
      <p role="status">{isLoading && 'Loading'}</p>
      {answer !== null && (
        <SessionTable
          sessions={answer.data}
          end={({ session_id, is_current }) =>
            is_current ? null : <EndSession key={session_id} session_id={session_id} onEnded={reload} />
          }
        />
      )}
      <PageLinks
        label="Pages of your sessions"
        path={['account']}
        query={query}
        next={answer?.pagination.next_cursor}
      />
      <SignOutEverywhere />
    </section>
  )
}

/** A repeat is not an error, so it may be pressed again after a lost answer. */
function EndSession({ session_id, onEnded }: { session_id: string; onEnded(): void }) {
  const command = useCommand(async () => {
    await api.endOwnSession({ path: { session_id } })
    onEnded()
  })
  return (
    <>
      <button
        type="button"
        class="small"
        aria-label={`End the session ${session_id}`}
        disabled={command.state.is === 'running'}
        onClick={() => void command.start()}
      >
        End
      </button>
      <CommandProblem state={command.state} unknown="End it again: a repeat changes nothing." />
    </>
  )
}

function SignOutEverywhere() {
  const command = useCommand(() => pageSession.signOutEverywhere())
  return (
    <>
      <p>
        <button type="button" disabled={command.state.is === 'running'} onClick={() => void command.start()}>
          Sign out everywhere
        </button>{' '}
        It ends this session too. Your keys stay.
      </p>
      <CommandProblem state={command.state} unknown="Press it again: a repeat changes nothing." />
    </>
  )
}
