import { can } from '../api.ts'
import { SubPages } from '../ui/sub-pages.tsx'
import { maySetPreferences } from './may-set-preferences.ts'

export function PushSubPages() {
  const pages = [
    ['push', 'A user'] as const,
    ...(can('notify:send') ? [['push/send', 'Send a notification'] as const] : []),
    ...(maySetPreferences() ? [['push/preferences', 'Preferences'] as const] : []),
  ]
  return pages.length > 1 ? <SubPages label="Pages of push" of={pages} /> : null
}
