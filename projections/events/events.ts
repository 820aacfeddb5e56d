import { sql } from 'slonik'
import type { PublicEventSource } from '#declarations/public-events.ts'
import { idOf, type Projection, type Row, type RowChange } from '#declarations/read-model.ts'
import { NO_CLIENT_ID } from '#domain/subjects/erasure-coverage.ts'
import { type CoveredStreams, subjectStreams } from '#domain/subjects/events.ts'

/**
 * One public event: whose it is and where it stands in the log. What it says is not here: it is what was stored to be delivered, or is
 * made again from the stream by what makes deliveries. So the rows hold nothing personal, and nothing that could differ.
 */
type EventRow = {
  /** The id of the stream: of the object that the event is about. */
  object: string
  /** The kind of stream: its prefix without the dash. */
  family: string
  /** Numbers the events of the object from 1; those that are not told have numbers too. */
  sequence: number
  client_id: string
  /** The public id without its prefix. */
  event: string
  /** Null = told to nobody: the first event of a stream is here all the same, because it says whose the others are. */
  type: string | null
  created_at: string
}

const tables = [
  sql.unsafe`create table events (
    object text collate "C" not null,
    family text collate "C" not null,
    sequence integer not null,
    client_id text collate "C" not null,
    event uuid not null,
    type text collate "C",
    created_at timestamptz not null,
    primary key (object, family, sequence))`,
]

/** Of one id, of one object (the key), of all and of one type; in the order of the list. */
const indexes = [
  sql.unsafe`create index on events (event)`,
  sql.unsafe`create index on events (client_id, created_at desc, sequence desc, event desc) where type is not null`,
  sql.unsafe`create index on events (client_id, type, created_at desc, sequence desc, event desc) where type is not null`,
]

/** Version of the table; those of what is told come on top. */
const TABLE_VERSION = 2

/**
 * Every event that was told, or would have been if its client had an endpoint. Nothing prunes it, as nothing prunes the log that it
 * points into: a row takes some 360 bytes with its indexes, a fifth of its event, and pages cost the same however many there are.
 */
export function eventsOf(declared: readonly PublicEventSource[]): Projection {
  const byPrefix = new Map(declared.map(source => [source.prefix, source]))
  return {
    name: 'events',
    // A sum, so that whatever is raised, or a module more, raises it.
    version: declared.reduce((sum, { version }) => sum + version, TABLE_VERSION),
    prefixes: [...declared.map(({ prefix }) => prefix), subjectStreams.prefix],
    tables,
    indexes,
    key: ['object', 'family', 'sequence'],
    counters: [],
    change(event) {
      if (subjectStreams.has(event)) {
        const { type, data } = subjectStreams.parse(event)
        if (type === 'SubjectRestricted') return { rows: listedFor(NO_CLIENT_ID, data) }
        return type === 'SubjectErased' ? { rows: listedFor(data.client_id, data) } : null
      }
      const source = byPrefix.get(event.stream.slice(0, event.stream.indexOf('-') + 1))
      if (source === undefined) throw new Error(`nobody said what is told of ${event.stream}`)
      const type = source.type(event)
      if (type === null && event.revision > 0) return null
      const key = keyOf(event.stream, event.revision)
      const line: Omit<EventRow, 'client_id'> = { ...key, event: event.id, type, created_at: event.at }
      const owner = source.owner(event)
      if (owner !== null && 'client_id' in owner) {
        const { client_id } = owner
        return { rows: [{ key, next: () => ({ ...line, client_id }) }] }
      }
      const besides = [keyOf(owner === null ? event.stream : owner.stream, 0)]
      // What is nobody's is told to nobody.
      return {
        rows: [
          {
            key,
            otherKeys: besides,
            next: (_, first) => (first === undefined ? null : { ...line, client_id: first.client_id }),
          },
        ],
      }
    },
  }
}

/** While a person is restricted what happened to them is in nobody's list; what follows goes by the first event of its object. */
function listedFor(client_id: string, { streams }: CoveredStreams): RowChange<Row>[] {
  const next = (row: Row | undefined) => (row === undefined ? null : { ...row, client_id })
  return streams.flatMap(({ stream, revision }) =>
    Array.from({ length: revision + 1 }, (_, at) => ({ key: keyOf(stream, at), next })),
  )
}

function keyOf(stream: string, revision: number): Pick<EventRow, 'object' | 'family' | 'sequence'> {
  return { object: idOf({ stream }), family: stream.slice(0, stream.indexOf('-')), sequence: revision + 1 }
}
