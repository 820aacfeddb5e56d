import { Time } from '../../ui/time.tsx'
import type { DeliveryAnswer } from '../endpoint.ts'
import { bodyOf, outcomeOf } from './outcome.ts'

type Attempt = DeliveryAnswer['attempt_log'][number]

/** What others answered is shown as text. */
export function AttemptLog({ attempts }: { attempts: readonly Attempt[] }) {
  return (
    <section aria-labelledby="attempts-title">
      <h2 id="attempts-title">Attempts</h2>
      <p>Headers of the requests, with the signatures, are not kept.</p>
      {attempts.length === 0 && <p>No attempt yet.</p>}
      <ol class="events">
        {attempts.map(attempt => (
          <li key={attempt.number} value={attempt.number}>
            <strong>{outcomeOf(attempt)}</strong> after {attempt.duration_ms.toLocaleString()} ms,{' '}
            <Time at={attempt.at} />
            {attempt.response === null ? <div class="hint">No answer.</div> : <Response of={attempt.response} />}
          </li>
        ))}
      </ol>
    </section>
  )
}

function Response({ of }: { of: NonNullable<Attempt['response']> }) {
  const { note, text } = bodyOf(of)
  const headers = Object.entries(of.headers).map(([name, value]) => `${name}: ${value}`)
  return (
    <details>
      <summary>The answer</summary>
      <pre>{headers.join('\n')}</pre>
      <p class="hint">{note}</p>
      {text !== '' && <pre>{text}</pre>}
    </details>
  )
}
