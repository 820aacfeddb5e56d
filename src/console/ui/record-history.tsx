import { signal } from '@preact/signals'
import { useMemo, useState } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { Facts } from './facts.tsx'
import { ProblemNote } from './problem-note.tsx'
import { Scrolling } from './scrolling.tsx'
import { Time } from './time.tsx'
import { useCommand } from './use-command.ts'

type History = Answer<'getAuditRecord'>

/** The history is read when a person asks for it, because the audit records each reading. */
export function RecordHistory({ id, read }: { id: string; read(): Promise<History> }) {
  const history = useMemo(() => signal<History | null>(null), [id])
  const reading = useCommand(async () => {
    history.value = await read()
  })
  return (
    <section aria-labelledby="history-title">
      <h2 id="history-title">History</h2>
      <p>
        <button type="button" disabled={reading.state.is === 'running'} onClick={() => void reading.start()}>
          {history.value === null ? 'Read the history' : 'Read it again'}
        </button>{' '}
        The audit records who reads it.
      </p>
      {reading.state.is === 'failed' && <ProblemNote error={reading.state.error} />}
      {history.value !== null && <Timeline history={history.value} />}
    </section>
  )
}

function Timeline({ history: { history, chain } }: { history: History }) {
  const [index, setIndex] = useState(history.length - 1)
  const event = history[index]
  return (
    <>
      <p>
        {chain.events} events.{' '}
        {chain.intact ? 'The chain of hashes is intact.' : `The chain breaks at ${chain.first_broken_revision}.`}
      </p>
      <label class="slider">
        State after event {index + 1} of {history.length}
        <input
          type="range"
          min={0}
          max={history.length - 1}
          value={index}
          onInput={input => setIndex(Number(input.currentTarget.value))}
        />
      </label>
      {event !== undefined && (
        <>
          <Facts
            of={[
              ['Event', event.type],
              ['Time', <Time at={event.at} />],
              ['By', `${event.actor.sub} (${event.actor.role})`],
              ['Reason', event.reason],
              ['Request', event.request_id],
              ['Hash', <code>{event.hash}</code>],
              ['Hash before', event.prev_hash && <code>{event.prev_hash}</code>],
            ]}
          />
          <Changes before={event.state_before} after={event.state_after} />
        </>
      )}
    </>
  )
}

/** What the event changed, field by field. */
function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [before, after].map(state => (state ?? {}) as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ]
  const names = Object.keys({ ...old, ...now }).sort()
  return (
    <Scrolling label="State">
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {names.map(name => (
            <tr key={name} class={text(old[name]) === text(now[name]) ? undefined : 'changed'}>
              <th scope="row">{name}</th>
              <td>{text(old[name])}</td>
              <td>{text(now[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  )
}

function text(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
