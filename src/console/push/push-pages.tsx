import { can } from '../api.ts'
import { maySetPreferences } from './may-set-preferences.ts'
import { PreferencesPage } from './preferences-page.tsx'
import { SendPage } from './send-page.tsx'
import { UserPushPage } from './user-push-page.tsx'

/** `rest`: of the address. Null where there is no such page. */
export function PushPages({ rest: [page] }: { rest: readonly string[] }) {
  if (page === undefined) return <UserPushPage />
  if (page === 'send' && can('notify:send')) return <SendPage />
  return page === 'preferences' && maySetPreferences() ? <PreferencesPage /> : null
}
