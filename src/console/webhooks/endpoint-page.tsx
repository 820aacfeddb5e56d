import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { RecordSource } from '../ui/record-source.tsx'
import { StatusMark } from '../ui/status-mark.tsx'
import { Time } from '../ui/time.tsx'
import { useLastAnswer } from '../ui/use-last-answer.ts'
import { EndpointActions } from './actions/endpoint-actions.tsx'
import { EndpointDeliveries } from './deliveries/endpoint-deliveries.tsx'
import { type EndpointAnswer, whyDisabled } from './endpoint.ts'
import { VerificationCode } from './verification-code.tsx'

export function EndpointPage({ id }: { id: string }) {
  const [changes, setChanges] = useState(0)
  const {
    answer: endpoint,
    error,
    isLoading,
    reload,
  } = useLastAnswer(signal => api.getWebhook({ path: { webhook_id: id } }, { signal }), id)
  const reloadAll = () => {
    setChanges(number => number + 1)
    reload()
  }
  return (
    <>
      <p>
        <a href={formatRoute({ path: ['webhooks'] })}>All endpoints</a>
      </p>
      <div class="title">
        <h1>Endpoint</h1>
        <button type="button" onClick={reloadAll}>
          Reload
        </button>
      </div>
      {isLoading && <p role="status">Loading</p>}
      <ProblemNote error={error} />
      {endpoint !== null && (
        <>
          <EndpointFacts endpoint={endpoint} />
          <EndpointActions endpoint={endpoint} onDone={reloadAll} />
          <EndpointDeliveries id={id} round={changes} />
          <VerificationCode endpoint={endpoint} />
          <RecordSource record={endpoint} path={`/webhooks/${id}`} />
        </>
      )}
    </>
  )
}

function EndpointFacts({ endpoint }: { endpoint: EndpointAnswer }) {
  const { rate_per_second, metadata } = endpoint
  return (
    <Facts
      of={[
        ['Status', <StatusMark status={endpoint.status} />],
        ['Why disabled', whyDisabled(endpoint)],
        ['Address', <Copyable text={endpoint.url} name="the address" />],
        ['Endpoint', <Copyable text={endpoint.webhook_id} name="the id of the endpoint" />],
        ['Event types', endpoint.events.join(', ')],
        ['Description', endpoint.description],
        ['Deliveries per second', rate_per_second === null ? 'no limit' : `${rate_per_second} at most`],
        ['Metadata', Object.keys(metadata).length > 0 ? <code>{JSON.stringify(metadata)}</code> : null],
        ['Created', <Time at={endpoint.created_at} />],
        ['Changed', <Time at={endpoint.updated_at} />],
      ]}
    />
  )
}
