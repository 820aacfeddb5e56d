import { api } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Scrolling } from '../ui/scrolling.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'
import { type EndpointAnswer, whyDisabled } from './endpoint.ts'

/** All endpoints of the client: the API has them on one page. */
export function EndpointsPage() {
  const { answer, error, isLoading, reload } = useAnswer(signal => api.listWebhooks({}, { signal }), [])
  return (
    <>
      <div class="title">
        <h1>Webhooks</h1>
        <button type="button" onClick={reload}>
          Reload
        </button>
        <a class="button primary" href={formatRoute({ path: ['webhooks', 'new'] })}>
          Create an endpoint
        </a>
      </div>
      <ProblemNote error={error} />
      <p role="status">{isLoading ? 'Loading' : answer === null ? '' : countOf(answer.data.length)}</p>
      {answer !== null && answer.data.length > 0 && <EndpointTable endpoints={answer.data} />}
      {answer?.data.length === 0 && (
        <p>There are no endpoints yet. Create one here, or by POST /webhooks, to receive events as they happen.</p>
      )}
    </>
  )
}

function EndpointTable({ endpoints }: { endpoints: readonly EndpointAnswer[] }) {
  return (
    <Scrolling label="Endpoints">
      <table>
        <thead>
          <tr>
            <th scope="col">Address</th>
            <th scope="col">Status</th>
            <th scope="col">Event types</th>
            <th scope="col">Created</th>
          </tr>
        </thead>
        <tbody>
          {endpoints.map(endpoint => (
            <tr key={endpoint.webhook_id}>
              <td>
                <a href={formatRoute({ path: ['webhooks', endpoint.webhook_id] })}>{endpoint.url}</a>
                {endpoint.description !== null && <div class="hint">{endpoint.description}</div>}
              </td>
              <td>
                <StatusMark status={endpoint.status} />
                {endpoint.status === 'disabled' && <div class="hint">{whyDisabled(endpoint)}</div>}
              </td>
              <td>{endpoint.events.join(', ')}</td>
              <td>
                <Time at={endpoint.created_at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function countOf(endpoints: number): string {
  return endpoints === 1 ? '1 endpoint' : `${endpoints} endpoints`
}
