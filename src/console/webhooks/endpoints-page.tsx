import { api } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { ListStatus, useLiveList } from '../ui/list-status.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { ReadingProblem } from '../ui/reading-problem.tsx'
import { type Column, RecordTable } from '../ui/record-table.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { type EndpointAnswer, whyDisabled } from './endpoint.ts'

const COLUMNS: readonly Column<EndpointAnswer>[] = [
  {
    title: 'Address',
    cell: ({ webhook_id, url, description }) => (
      <>
        <a href={formatRoute({ path: ['webhooks', webhook_id] })}>{url}</a>
        {description !== null && <div class="hint">{description}</div>}
      </>
    ),
  },
  {
    title: 'Status',
    cell: endpoint => (
      <>
        <StatusMark status={endpoint.status} />
        {endpoint.status === 'disabled' && <div class="hint">{whyDisabled(endpoint)}</div>}
      </>
    ),
  },
  { title: 'Event types', cell: ({ events }) => events.join(', ') },
  { title: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
]

/** All endpoints of the client: the API has them on one page. */
export function EndpointsPage() {
  const endpoints = useLastAnswer(signal => api.listWebhooks({}, { signal }), '')
  const { answer } = endpoints
  const { list, ...live } = useLiveList(endpoints, event => event.type === 'webhook.disabled')
  return (
    <>
      <PageTitle title="Webhooks" reload={live.reload}>
        <a class="button primary" href={formatRoute({ path: ['webhooks', 'new'] })}>
          Create an endpoint
        </a>
      </PageTitle>
      <ReadingProblem of={endpoints} what="list" />
      <ListStatus of={endpoints} count={countOf(answer?.data.length ?? 0)} live={live} />
      <div ref={list}>
        {answer !== null && answer.data.length > 0 && (
          <RecordTable label="Endpoints" rows={answer.data} columns={COLUMNS} idOf={({ webhook_id }) => webhook_id} />
        )}
      </div>
      {answer?.data.length === 0 && (
        <p>There are no endpoints yet. Create one here, or by POST /webhooks, to receive events as they happen.</p>
      )}
    </>
  )
}

function countOf(endpoints: number): string {
  return endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
}
