import { api, can } from '../../api.ts'
import { formatRoute } from '../../routing/route.ts'
import { ProblemNote } from '../../ui/problem-note.tsx'
import { useAnswer } from '../../ui/use-answer.ts'

/** The API keeps no test events. */
export function SentEvent({ id, isTest }: { id: string; isTest: boolean }) {
  return (
    <section aria-labelledby="event-title">
      <h2 id="event-title">Event</h2>
      {isTest ? <p>It was a sample without real data, which the service does not keep.</p> : <StoredEvent id={id} />}
    </section>
  )
}

function StoredEvent({ id }: { id: string }) {
  const { answer, error } = useAnswer(signal => api.getEvent({ path: { event_id: id } }, { signal }), [id])
  return (
    <>
      <ProblemNote error={error} />
      {answer !== null && (
        <>
          <RecordLinks data={answer.data} />
          <p>
            As it reads now, without the data of an erased person. Each attempt adds the endpoint, its own number and
            whether it is a replay to the metadata.
          </p>
          <pre>{JSON.stringify(answer, null, 2)}</pre>
        </>
      )}
    </>
  )
}

/** Records with a page, by the field that names them in an event. */
const RECORDS = [
  { field: 'refund_id', title: 'Refund', path: ['refunds'], scope: 'refund:read' },
  { field: 'alert_id', title: 'Fraud alert', path: ['fraud', 'alerts'], scope: 'fraud:review' },
] as const

function RecordLinks({ data }: { data: object }) {
  const fields = new Map<string, unknown>(Object.entries(data))
  return (
    <>
      {RECORDS.filter(({ scope }) => can(scope)).map(({ field, title, path }) => {
        const id = fields.get(field)
        if (typeof id !== 'string') return null
        return (
          <p key={field}>
            {title} <a href={formatRoute({ path: [...path, id] })}>{id}</a>
          </p>
        )
      })}
    </>
  )
}
