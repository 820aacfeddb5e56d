import { replaceQuery, route } from '../routing/location.ts'
import { FilterForm, filterOptions } from '../ui/filter-form.tsx'
import { PUSH_CATEGORIES } from './push.ts'
import { PushSubPages } from './push-sub-pages.tsx'
import { UserDevices } from './user-devices.tsx'
import { UserNotifications } from './user-notifications.tsx'

const FIRST = [['user_id', 'User']] as const
const UNREAD = [
  ['', 'all'],
  ['true', 'unread only'],
] as const
const SELECTS = [
  { name: 'category', label: 'Category', options: filterOptions('any', PUSH_CATEGORIES) },
  { name: 'unread_only', label: 'Read or not', options: UNREAD },
]

/** The API lists devices and notifications by user. */
export function UserPushPage() {
  const { query } = route.value
  const { user_id } = query
  return (
    <>
      <PushSubPages />
      <div class="title">
        <h1>Push</h1>
      </div>
      <FilterForm
        label="Choose a user"
        query={query}
        onChange={replaceQuery}
        first={FIRST}
        selects={SELECTS}
        texts={[]}
        times={[]}
      />
      {user_id === undefined ? (
        <p>Enter the id of a user, to see the devices and notifications of that user.</p>
      ) : (
        <>
          <UserDevices key={`devices of ${user_id}`} userId={user_id} />
          <UserNotifications key={`notifications of ${user_id}`} />
        </>
      )}
    </>
  )
}
