import { sql } from 'slonik'
import { z } from 'zod'
import { projection, since } from '#declarations/read-model.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'
import type { Recorded } from '#event-sourcing/decider.ts'

/** Contains no person: queries find open erasures here, and the stream has the rest. */
export const SubjectRow = z.object({
  /** The id part of the stream's name. */
  subject: z.string(),
  client_id: since(2, z.string()),
  requested_at: since(2, z.string()),
  status: z.enum(['restricted', 'retained', 'shredding', 'shredded']),
  /** Nothing is due before then; null = due now. */
  not_before: z.string().nullable(),
  changed_at: z.string(),
  revision: z.int(),
})
type SubjectRow = z.infer<typeof SubjectRow>

const tables = [
  sql.unsafe`create table subjects (
    subject uuid primary key,
    client_id text not null,
    requested_at timestamptz not null,
    status text not null,
    not_before timestamptz,
    changed_at timestamptz not null,
    revision integer not null)`,
]

const changeStatus =
  (status: SubjectRow['status']) =>
  ({ at, revision }: Recorded<SubjectEvent>) => ({ update: { status, not_before: null, changed_at: at, revision } })
const updateRevision = ({ revision }: { revision: number }) => ({ update: { revision } })

export const subjects = projection<SubjectRow, SubjectEvent>({
  name: 'subjects',
  version: 2,
  row: SubjectRow,
  streams: [subjectStreams],
  tables,
  indexes: [
    sql.unsafe`create index on subjects (changed_at) where status <> 'shredded'`,
    sql.unsafe`create index on subjects (client_id, requested_at desc, subject desc) where status <> 'shredded'`,
  ],
  key: 'subject',
  counters: [],
  on: {
    // A later erasure of the same person replaces the row.
    SubjectErasureRequested: event => ({
      insert: {
        subject: subjectStreams.idOf(event),
        client_id: event.data.client_id,
        requested_at: event.at,
        status: 'restricted',
        not_before: null,
        changed_at: event.at,
        revision: event.revision,
      },
    }),
    SubjectRestricted: updateRevision,
    SubjectRetained: ({ data, at, revision }) => ({
      update: { status: 'retained', not_before: data.until, changed_at: at, revision },
    }),
    SubjectShreddingStarted: changeStatus('shredding'),
    SubjectErased: updateRevision,
    SubjectKeysDeleted: changeStatus('shredding'),
    SubjectShredded: changeStatus('shredded'),
  },
})
