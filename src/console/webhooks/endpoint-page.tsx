import { useState } from 'preact/hooks'
import { api } from '../api.ts'
import { isAbout } from '../live/concerns.ts'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { RecordPage } from '../ui/record-page.tsx'
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
  const endpoint = useLastAnswer(signal => api.getWebhook({ path: { webhook_id: id } }, { signal }), id)
  const reloadAll = () => {
    setChanges(number => number + 1)
    endpoint.reload()
  }
  return (
    <RecordPage
      title="Endpoint"
      parent={{ title: 'All endpoints', path: ['webhooks'] }}
      of={endpoint}
      reload={reloadAll}
      changedBy={event => isAbout(event, id)}
      requests={2}
    >
      {answer => (
        <>
          <EndpointFacts endpoint={answer} />
          <EndpointActions endpoint={answer} onDone={reloadAll} />
          <EndpointDeliveries id={id} events={answer.events} round={changes} />
          <VerificationCode endpoint={answer} />
          <RecordSource record={answer} path={`/webhooks/${id}`} />
        </>
      )}
    </RecordPage>
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
