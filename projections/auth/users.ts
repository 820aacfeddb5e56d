import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { ROLE_NAMES } from '#domain/auth/roles.ts'
import { type UserEvent, userStreams } from '#domain/auth/users/events.ts'
import { changeCoveredRows, ignoredSubjectEvents, NO_CLIENT_ID } from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

export const UserRow = z.object({
  user_id: z.string(),
  client_id: z.string(),
  email_sealed: z.string(),
  display_name_sealed: z.string().nullable(),
  role: z.enum(ROLE_NAMES),
  status: z.enum(['active', 'disabled']),
  created_at: z.string(),
  revision: z.int(),
})
type UserRow = z.infer<typeof UserRow>

const updateRevision = ({ revision }: { revision: number }) => ({ update: { revision } })

export const users = projection<UserRow, UserEvent | SubjectEvent>({
  name: 'users',
  version: 3,
  row: UserRow,
  streams: [userStreams, subjectStreams],
  tables: [
    sql.unsafe`create table users (
      user_id text collate "C" primary key,
      client_id text collate "C" not null,
      email_sealed text not null,
      display_name_sealed text,
      role text not null,
      status text not null,
      created_at timestamptz not null,
      revision integer not null)`,
  ],
  indexes: [
    sql.unsafe`create index on users (client_id, user_id)`,
    // A client may have a million consumers and ten others.
    sql.unsafe`create index on users (client_id, user_id) where role <> 'consumer'`,
  ],
  key: 'user_id',
  counters: [],
  on: {
    UserRegistered(event) {
      const { client_id, email_sealed, role } = event.data
      const { at: created_at, revision } = event
      const user_id = userStreams.idOf(event)
      const personal = { email_sealed, display_name_sealed: null }
      return { insert: { user_id, client_id, ...personal, role, status: 'active', created_at, revision } }
    },
    PasswordChanged: updateRevision,
    PasswordRehashed: updateRevision,
    UserSessionsRevoked: updateRevision,
    UserRoleChanged: ({ data, revision }) => ({ update: { role: data.role, revision } }),
    UserDisplayNameChanged: ({ data, revision }) => ({
      update: { display_name_sealed: data.display_name_sealed, revision },
    }),
    UserDisabled: ({ revision }) => ({ update: { status: 'disabled', revision } }),
    UserEnabled: ({ revision }) => ({ update: { status: 'active', revision } }),
    UserErased: event => ({ rows: [{ key: { user_id: userStreams.idOf(event) }, next: () => null }] }),
    ...ignoredSubjectEvents,
    SubjectRestricted: event =>
      changeCoveredRows<UserRow>(userStreams, event, user_id => [
        { key: { user_id }, next: row => ({ ...row, client_id: NO_CLIENT_ID }) },
      ]),
  },
})
