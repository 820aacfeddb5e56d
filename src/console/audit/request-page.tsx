import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import { api } from '../api.ts'
import { formatRoute } from '../routing/route.ts'
import { AuditLink } from '../ui/audit-link.tsx'
import { Copyable } from '../ui/copyable.tsx'
import { Facts } from '../ui/facts.tsx'
import { ProblemNote } from '../ui/problem-note.tsx'
import { Scrolling } from '../ui/scrolling.tsx'
import { Time } from '../ui/time.tsx'
import { useCommand } from '../ui/use-command.ts'
import { AuditSubPages } from './audit-sub-pages.tsx'
import { type Consequence, consequencesOf } from './consequences.ts'
import { FAMILIES, isFamily } from './families.ts'
import type { AuditPage } from './kept-search.ts'

type FoundEvent = AuditPage['data'][number]

/** Per reading: as many as the API has. */
const EVENTS_MAX = 100

/** What followed from a request, at once and later, each event below its cause. */
export function RequestPage({ id }: { id: string }) {
  const pages = useMemo(() => signal<readonly AuditPage[]>([]), [])
  const reading = useCommand(async () => {
    const cursor = pages.peek().at(-1)?.pagination.next_cursor
    const page = await api.searchAudit({
      query: { correlation_id: id, limit: EVENTS_MAX, ...(typeof cursor === 'string' ? { cursor } : {}) },
    })
    pages.value = [...pages.peek(), page]
  })
  const last = pages.value.at(-1)
  const events = pages.value.flatMap(({ data }) => data)
  const hasMore = last?.pagination.has_more ?? true
  return (
    <>
      <AuditSubPages />
      <h1>What followed from a request</h1>
      <Facts
        of={[
          ['Request', <Copyable text={id} name="the id of the request" />],
          [
            'At once',
            <a href={formatRoute({ path: ['audit'], query: { request_id: id } })}>Search what it did itself</a>,
          ],
        ]}
      />
      <p>
        {hasMore && (
          <button type="button" disabled={reading.state.is === 'running'} onClick={() => void reading.start()}>
            {last === undefined ? 'Read what followed' : 'Read older events'}
          </button>
        )}{' '}
        The audit records who reads it.
      </p>
      {reading.state.is === 'failed' && <ProblemNote error={reading.state.error} />}
      <p role="status">{last === undefined ? '' : countOf(events.length, hasMore)}</p>
      {events.length > 0 && (
        <Scrolling label="What followed">
          <Consequences of={consequencesOf(events)} />
        </Scrolling>
      )}
    </>
  )
}

function countOf(count: number, hasMore: boolean): string {
  const events = `${count} ${count === 1 ? 'event' : 'events'}`
  return hasMore ? `The newest ${events}; some causes may be among the older ones` : events
}

function Consequences({ of }: { of: readonly Consequence<FoundEvent>[] }) {
  return (
    <ul class="consequences">
      {of.map(({ event: { event_id, type, family, id, revision, at, actor }, followed }) => (
        <li key={event_id}>
          <strong>{type}</strong> <Time at={at} /> by {actor.sub}: {isFamily(family) ? FAMILIES[family] : family}{' '}
          <AuditLink text={id} path={[family, id]} query={{ event: String(revision) }} />
          {followed.length > 0 && <Consequences of={followed} />}
        </li>
      ))}
    </ul>
  )
}
