import { api } from '../api.ts'
import { Facts } from '../ui/facts.tsx'
import { RecordPage } from '../ui/record-page.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { preferenceTexts } from './changed-preferences.ts'
import { PreferencesForm } from './preferences-form.tsx'

/** Of the client: which events its users are notified of, and when. */
export function PreferencesPage() {
  const loaded = useLastAnswer(signal => api.getNotificationPreferences({}, { signal }), 'preferences')
  return (
    <RecordPage title="Notification preferences" parent={{ path: ['push'], title: 'Push of a user' }} of={loaded}>
      {preferences => (
        <>
          <p>What the service notifies your users of by itself. What you send is not affected by the categories.</p>
          <Facts
            of={[
              ...preferenceTexts(preferences),
              ['Changed', preferences.updated_at === null ? 'never' : <Time at={preferences.updated_at} />],
            ]}
          />
          <PreferencesForm preferences={preferences} onSent={loaded.reload} />
          <RecordSource record={preferences} path="/notifications/preferences" />
        </>
      )}
    </RecordPage>
  )
}
