import { sql } from 'slonik'
import { z } from 'zod'
import type { PublicEventSource } from '#declarations/public-events.ts'
import { idOf, type Projection, type Row, type RowChange } from '#declarations/read-model.ts'
import { NO_CLIENT_ID } from '#domain/subjects/erasure-coverage.ts'
import { type CoveredStreams, subjectStreams } from '#domain/subjects/events.ts'

/**
 * A public event's owner and position in the log. Its payload is stored with its deliveries, or built again from the
 * stream, so the rows hold no personal data and no second copy.
 */
export const EventRow = z.object({
  object: z.string(),
  family: z.string(),
  /** Counts all events of the object from 1, public or not. */
  sequence: z.int(),
  client_id: z.string(),
  event: z.string(),
  /** Null = not public. The first event of a stream always has a row, because it names the owner. */
  type: z.string().nullable(),
  created_at: z.string(),
})
type EventRow = z.infer<typeof EventRow>

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

const indexes = [
  sql.unsafe`create index on events (event)`,
  sql.unsafe`create index on events (client_id, created_at desc, sequence desc, event desc) where type is not null`,
  sql.unsafe`create index on events (client_id, type, created_at desc, sequence desc, event desc) where type is not null`,
]

export const EVENT_LIST = 'events'

const TABLE_VERSION = 2

/**
 * All public events, with or without an endpoint for them. Like the log it is not pruned: a row with its indexes takes
 * some 360 bytes, a fifth of its event, and a page costs the same however many rows there are.
 */
export function eventsOf(declared: readonly PublicEventSource[]): Projection {
  const byPrefix = new Map(declared.map(source => [source.prefix, source]))
  return {
    name: EVENT_LIST,
    row: EventRow,
    // A sum, so that any change of a version, or another module, changes it.
    version: declared.reduce((sum, { version }) => sum + version, TABLE_VERSION),
    prefixes: [...declared.map(({ prefix }) => prefix), subjectStreams.prefix],
    tables,
    indexes,
    key: ['object', 'family', 'sequence'],
    counters: [],
    rollups: [],
    change(event) {
      if (subjectStreams.has(event)) {
        const { type, data } = subjectStreams.parse(event)
        if (type === 'SubjectRestricted') return { rows: listedFor(NO_CLIENT_ID, data) }
        return type === 'SubjectErased' ? { rows: listedFor(data.client_id, data) } : null
      }
      const source = byPrefix.get(event.stream.slice(0, event.stream.indexOf('-') + 1))
      if (source === undefined) throw new Error(`no module declares the public events of ${event.stream}`)
      const type = source.type(event)
      if (type === null && event.revision > 0) return null
      const key = keyOf(event.stream, event.revision)
      const line: Omit<EventRow, 'client_id'> = { ...key, event: event.id, type, created_at: event.at }
      const owner = source.owner(event)
      if (owner !== null && 'client_id' in owner) {
        const { client_id } = owner
        return { rows: [{ key, isFirst: true, next: () => ({ ...line, client_id }) }] }
      }
      const besides = [keyOf(owner === null ? event.stream : owner.stream, 0)]
      // An event without an owner is not public.
      return {
        rows: [
          {
            key,
            isFirst: true,
            otherKeys: besides,
            next: (_, first) => (first === undefined ? null : { ...line, client_id: first.client_id }),
          },
        ],
      }
    },
  }
}

/** A restricted person's events are in no client's list; later ones go by the first event of their object. */
function listedFor(client_id: string, { streams }: CoveredStreams): RowChange<Row>[] {
  const next = (row: Row | undefined) => (row === undefined ? null : { ...row, client_id })
  return streams.flatMap(({ stream, revision }) =>
    Array.from({ length: revision + 1 }, (_, at) => ({ key: keyOf(stream, at), next })),
  )
}

function keyOf(stream: string, revision: number): Pick<EventRow, 'object' | 'family' | 'sequence'> {
  return { object: idOf({ stream }), family: stream.slice(0, stream.indexOf('-')), sequence: revision + 1 }
}
