import { sql } from 'slonik'
import { z } from 'zod'
import type { HistoryView } from '#declarations/history-view.ts'
import { erasePaths } from '#declarations/paths.ts'
import { type PersonalDataMap, personalDataFinder } from '#declarations/personal-data.ts'
import { idOf, type Projection, type Row, type RowChange } from '#declarations/read-model.ts'
import { RETROACTIVE_EVENTS } from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import { ERASED } from '#values/person.ts'

export const HistoryRow = z.object({
  family: z.string(),
  id: z.string(),
  revision: z.int(),
  /** The client that the event belongs to; null = none, as in a stream closed before its first request. */
  client_id: z.string().nullable(),
  event_id: z.string(),
  type: z.string(),
  at: z.string(),
  actor_sub: z.string(),
  actor_client_id: z.string(),
  actor_role: z.string(),
  actor_ip: z.string().nullable(),
  request_id: z.string(),
  correlation_id: z.string(),
  causation_id: z.string().nullable(),
  /** The person that the event is about; null = none, `[erased]` after an erasure. */
  subject: z.string().nullable(),
  /** The id of the record that the event is about, where it is not the stream's own. */
  object: z.string().nullable(),
  /** The history view of the event. */
  facts: z.record(z.string(), z.unknown()),
  prev_hash: z.string().nullable(),
  hash: z.string(),
})
type HistoryRow = z.infer<typeof HistoryRow>

const tables = [
  sql.unsafe`create table history (
    family text collate "C" not null,
    id text collate "C" not null,
    revision integer not null,
    client_id text collate "C",
    event_id uuid not null,
    type text collate "C" not null,
    at timestamptz not null,
    actor_sub text collate "C" not null,
    actor_client_id text not null,
    actor_role text not null,
    actor_ip text,
    request_id text collate "C" not null,
    correlation_id text collate "C" not null,
    causation_id text,
    subject text collate "C",
    object text collate "C",
    facts jsonb not null,
    prev_hash text,
    hash text not null,
    primary key (family, id, revision))`,
]

const indexes = [
  sql.unsafe`create index on history (client_id, type, at)`,
  sql.unsafe`create index on history (type, at)`,
  sql.unsafe`create index on history (actor_sub, at)`,
  sql.unsafe`create index on history (request_id)`,
  sql.unsafe`create index on history (correlation_id, at)`,
  sql.unsafe`create index on history (subject, at) where subject is not null`,
  sql.unsafe`create index on history (object) where object is not null`,
]

export const HISTORY = 'history'

const TABLE_VERSION = 5

/** Of an erased person only that events happened, and when. */
export function historyOf(declared: readonly HistoryView[], people: readonly PersonalDataMap[] = []): Projection {
  const byPrefix = new Map(declared.map(facts => [facts.prefix, facts]))
  return {
    name: HISTORY,
    row: HistoryRow,
    // A sum, so that any change of a version, or another module, changes it.
    version: [...declared, ...people].reduce((sum, { version }) => sum + version, TABLE_VERSION),
    prefixes: declared.map(({ prefix }) => prefix),
    tables,
    indexes,
    key: ['family', 'id', 'revision'],
    counters: [],
    rollups: [],
    alwaysApplied: RETROACTIVE_EVENTS,
    change(event) {
      const facts = byPrefix.get(event.stream.slice(0, event.stream.indexOf('-') + 1))
      if (facts === undefined) throw new Error(`the history has no facts of ${event.stream}`)
      const line = lineOf(event, facts)
      const key = keyOf(event.stream, event.revision)
      const owner = facts.owner(event)
      const subject = facts.subject(event)
      // The row before and, where the owner is that of another stream, the first row of that.
      const besides = [
        ...(event.revision === 0 ? [] : [keyOf(event.stream, event.revision - 1)]),
        ...(owner !== null && 'stream' in owner ? [keyOf(owner.stream, 0)] : []),
      ]
      const next = (_: Row | undefined, ...known: (Row | undefined)[]) => {
        const before = event.revision === 0 ? undefined : known[0]
        const named = owner === null ? before : 'stream' in owner ? known.at(-1) : owner
        return { ...line, subject: subject ?? before?.subject ?? null, client_id: named?.client_id ?? null }
      }
      const erased = subjectStreams.has(event) ? erasedLines(subjectStreams.parse(event), people) : []
      return { rows: [{ key, isFirst: true, otherKeys: besides, next }, ...erased] }
    },
  }
}

/**
 * Rows without the data of an erased person; rows of other people in the same stream stay. A row without a subject is
 * about the person of the row before it.
 */
function erasedLines({ type, data }: SubjectEvent, people: readonly PersonalDataMap[]): RowChange<Row>[] {
  if (type !== 'SubjectErased') return []
  const personalOf = personalDataFinder(people)
  const maskErased = (user_id: unknown) => (user_id === data.user_id ? ERASED : user_id)
  return data.streams.flatMap(({ stream, revision }) => {
    const fields = personalOf({ stream })?.fields
    const next = (row: Row | undefined): Row | null => {
      if (row === undefined) return null
      if (row.subject !== null && row.subject !== ERASED && row.subject !== data.user_id) return row
      const facts = erasePaths(row.facts as object, fields?.get(row.type as string) ?? [])
      return { ...row, facts, subject: maskErased(row.subject), actor_sub: maskErased(row.actor_sub), actor_ip: null }
    }
    return Array.from({ length: revision + 1 }, (_, at) => ({ key: keyOf(stream, at), next }))
  })
}

function keyOf(stream: string, revision: number) {
  return { family: stream.slice(0, stream.indexOf('-')), id: idOf({ stream }), revision }
}

function lineOf(event: Recorded<DomainEvent>, facts: HistoryView): Omit<HistoryRow, 'client_id' | 'subject'> {
  const { actor, request_id, correlation_id, causation_id, prev_hash, hash } = event.metadata
  return {
    ...keyOf(event.stream, event.revision),
    event_id: event.id,
    type: event.type,
    at: event.at,
    actor_sub: actor.sub,
    actor_client_id: actor.client_id,
    actor_role: actor.role,
    actor_ip: actor.ip ?? null,
    request_id,
    correlation_id,
    causation_id,
    object: facts.object(event),
    facts: { ...facts.fieldsOf(event) },
    prev_hash,
    hash,
  }
}
