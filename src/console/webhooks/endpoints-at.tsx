import { api } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Time } from '../ui/time.tsx'
import { useAnswer } from '../ui/use-answer.ts'

/** What the list has after a creation whose answer was lost: it is never repeated by itself. */
export function EndpointsAt({ address }: { address: string }) {
  const { answer, error, reload } = useAnswer(signal => api.listWebhooks({}, { signal }), [])
  const found = answer?.data.filter(({ url }) => url === address) ?? []
  return (
    <div role="alert">
      <p>It is not known whether the endpoint was created.</p>
      <ProblemNote error={error} />
      {answer !== null && found.length === 0 && (
        <p>The list has no endpoint with this address. Read it again before you send the form again.</p>
      )}
      {found.length > 0 && (
        <>
          <p>The list has this address. If yours is there, rotate its secret: the first one was lost on the way.</p>
          <ul>
            {found.map(({ webhook_id, created_at }) => (
              <li key={webhook_id}>
                <a href={formatRoute({ path: ['webhooks', webhook_id] })}>{webhook_id}</a>, created{' '}
                <Time at={created_at} />
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="button" onClick={reload}>
        Read the list again
      </button>
    </div>
  )
}
