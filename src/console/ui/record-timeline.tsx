import { useState } from 'preact/hooks'
import type { Answer } from '../../client/types.ts'
import { AuditLink } from './audit-link.tsx'
import { Facts } from './facts.tsx'
import { type Column, RecordTable } from './record-table.tsx'
import { Time } from './time.tsx'
import { UserName } from './user-name.tsx'

export type RecordHistoryAnswer = Answer<'getAuditRecord'>
type HistoryEvent = RecordHistoryAnswer['history'][number]

type Props = {
  events: readonly HistoryEvent[]
  /** The revision to begin with, where the events have it; else the last one. */
  from?: number | undefined
}

/** The state after each event of one answer: moving the slider reads nothing. */
export function RecordTimeline({ events, from }: Props) {
  const [index, setIndex] = useState(() => {
    const wanted = events.findIndex(({ revision }) => revision === from)
    return wanted < 0 ? events.length - 1 : wanted
  })
  const event = events[index]
  if (event === undefined) return null
  return (
    <>
      <label class="slider">
        State after event {index + 1} of {events.length}
        <input
          type="range"
          min={0}
          max={events.length - 1}
          value={index}
          onInput={input => setIndex(Number(input.currentTarget.value))}
        />
      </label>
      <EventFacts event={event} />
      <Changes before={event.state_before} after={event.state_after} />
    </>
  )
}

function EventFacts({ event }: { event: HistoryEvent }) {
  const { type, revision, at, actor, reason, request_id, correlation_id, hash, prev_hash, unreadable } = event
  return (
    <Facts
      of={[
        ['Event', type],
        ['Revision', String(revision)],
        ['Time', <Time at={at} />],
        [
          'By',
          <>
            <AuditLink text={actor.sub} query={{ actor: actor.sub }}>
              <UserName id={actor.sub} />
            </AuditLink>{' '}
            ({actor.role})
          </>,
        ],
        ['Reason', reason],
        ['Request', <AuditLink text={request_id} query={{ request_id }} />],
        ['First request', <AuditLink text={correlation_id} path={['requests', correlation_id]} />],
        ['Hash', <code>{hash}</code>],
        ['Hash before', prev_hash && <code>{prev_hash}</code>],
        ['Not readable', unreadable],
      ]}
    />
  )
}

type ChangedField = { name: string; before: string; after: string }

const COLUMNS: readonly Column<ChangedField>[] = [
  { title: 'Field', isRowTitle: true, cell: ({ name }) => name },
  { title: 'Before', cell: ({ before }) => before },
  { title: 'After', cell: ({ after }) => after },
]

/** What the event changed, field by field. */
function Changes({ before, after }: { before: unknown; after: unknown }) {
  const [old, now] = [before, after].map(state => (state ?? {}) as Record<string, unknown>) as [
    Record<string, unknown>,
    Record<string, unknown>,
  ]
  const names = Object.keys({ ...old, ...now }).sort()
  return (
    <RecordTable
      label="State"
      rows={names.map(name => ({ name, before: text(old[name]), after: text(now[name]) }))}
      columns={COLUMNS}
      idOf={({ name }) => name}
      isMarked={field => field.before !== field.after}
    />
  )
}

function text(value: unknown): string {
  return value === undefined ? '' : typeof value === 'string' ? value : JSON.stringify(value)
}
