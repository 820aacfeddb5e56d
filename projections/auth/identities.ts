import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { type IdentityEvent, identityStreams, Provider } from '#domain/auth/identities/events.ts'
import { changeCoveredRows, ignoredSubjectEvents, RETROACTIVE_EVENTS } from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

export const IdentityRow = z.object({
  identity: z.string(),
  user_id: z.string(),
  provider: Provider,
  status: z.enum(['linked', 'unlinked']),
  /** Number of password changes before the link; null if not recorded. */
  password_changes: z.int().nullable(),
  linked_at: z.string(),
  revision: z.int(),
})
type IdentityRow = z.infer<typeof IdentityRow>

export const identities = projection<IdentityRow, IdentityEvent | SubjectEvent>({
  name: 'identities',
  version: 2,
  row: IdentityRow,
  streams: [identityStreams, subjectStreams],
  tables: [
    sql.unsafe`create table identities (
      identity text collate "C" primary key,
      user_id text collate "C" not null,
      provider text not null,
      status text not null,
      password_changes integer,
      linked_at timestamptz not null,
      revision integer not null)`,
  ],
  indexes: [sql.unsafe`create index on identities (user_id, linked_at, identity)`],
  key: 'identity',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    // An account may be linked again: the new row replaces the old one.
    IdentityLinked(event) {
      const { user_id, provider, password_changes = null } = event.data
      const { at: linked_at, revision } = event
      const identity = identityStreams.idOf(event)
      return { insert: { identity, user_id, provider, status: 'linked', password_changes, linked_at, revision } }
    },
    IdentityUnlinked: ({ revision }) => ({ update: { status: 'unlinked', revision } }),
    ...ignoredSubjectEvents,
    // Only a new link follows an unlinking, perhaps by another user.
    SubjectErased: event =>
      changeCoveredRows<IdentityRow>(identityStreams, event, (identity, revision) => [
        {
          key: { identity },
          next: row => (row.user_id === event.data.user_id && row.revision <= revision ? null : row),
        },
      ]),
  },
})
