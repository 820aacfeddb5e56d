import { api } from '../api.ts'
import { route } from '../routing/location.ts'
import { PageLinks } from '../ui/page-links.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type NotificationAnswer, nextOffset, notificationQueryOf, outcomesOf } from './push.ts'

const COLUMNS: readonly Column<NotificationAnswer>[] = [
  {
    title: 'Notification',
    cell: ({ title, body }) =>
      title === null ? (
        'The text is deleted: its retention time is over.'
      ) : (
        <>
          <strong>
            <bdi>{title}</bdi>
          </strong>
          <bdi class="message">{body}</bdi>
        </>
      ),
  },
  { title: 'Category', cell: ({ category }) => category },
  { title: 'Priority', cell: ({ priority }) => priority },
  { title: 'Devices', cell: ({ delivery }) => outcomesOf(delivery) },
  { title: 'Read', cell: ({ read_at }) => (read_at === null ? 'unread' : <Time at={read_at} />) },
  { title: 'Queued', cell: ({ created_at }) => <Time at={created_at} /> },
]

export function UserNotifications() {
  const { query } = route.value
  const params = notificationQueryOf(query)
  const { answer, error, isLoading, reload } = useLastAnswer(
    signal => api.listNotifications({ query: params }, { signal }),
    JSON.stringify(params),
  )
  return (
    <section aria-labelledby="notifications-title">
      <div class="title">
        <h2 id="notifications-title">Notifications</h2>
        <button type="button" onClick={reload}>
          Reload the notifications
        </button>
      </div>
      <ProblemNote error={error} />
      <p role="status">
        {isLoading && answer === null
          ? 'Loading'
          : answer !== null && `${answer.pagination.total_items} that match, ${answer.unread_count} unread in all`}
      </p>
      {answer?.data.length === 0 && <p>There is no notification here. Send one, or look at all of the user's.</p>}
      {answer !== null && answer.data.length > 0 && (
        <RecordTable
          label="Notifications"
          columns={COLUMNS}
          rows={answer.data}
          idOf={({ notification_id }) => notification_id}
        />
      )}
      <PageLinks
        path={['push']}
        query={query}
        position="offset"
        label="Pages of the notifications"
        next={answer === null ? null : nextOffset(answer.pagination)}
      />
      {answer !== null && <RecordSource record={answer} path="/notifications/history" query={params} />}
    </section>
  )
}
