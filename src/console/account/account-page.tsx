import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { api } from '../api.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { RecordActions } from '../ui/record-actions.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { NameForm, PasswordForm } from './account-forms.tsx'
import { OwnKeys } from './own-keys.tsx'
import { OwnSessions } from './own-sessions.tsx'

type AccountAction = 'name' | 'password'

const TITLES: Record<AccountAction, string> = { name: 'Change your name', password: 'Change your password' }

/** What users see and change of themselves. */
export function AccountPage() {
  const account = useLastAnswer(signal => api.me({}, { signal }), 'me')
  const { answer: me, isLoading, reload } = account
  const changes = useMemo(() => signal(0), [])
  return (
    <>
      <PageTitle
        title="Account"
        reload={() => {
          changes.value += 1
          reload()
        }}
      />
      {isLoading && <p role="status">Loading</p>}
      <ReadingProblem of={account} what="record" />
      {me !== null && (
        <>
          <Facts
            of={[
              ['Name', me.display_name ?? 'none: colleagues see your id'],
              ['E-mail address', me.email],
              ['Role', me.role],
              ['User', <Copyable text={me.id} name="your id" />],
              ['Client', <code>{me.client_id}</code>],
              ['Scopes', me.scopes.join(', ')],
            ]}
          />
          <RecordActions<AccountAction>
            titles={TITLES}
            done={{ name: 'Your name is changed.', password: '' }}
            objectionTo={() => null}
            form={(action, props) =>
              action === 'name' ? <NameForm key={action} {...props} onSent={reload} /> : <PasswordForm {...props} />
            }
          />
          <OwnKeys me={me} round={changes.value} />
          <OwnSessions round={changes.value} />
          <RecordSource record={me} path="/api/auth/me" />
        </>
      )}
    </>
  )
}
