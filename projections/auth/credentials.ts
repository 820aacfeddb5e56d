import { sql } from 'slonik'
import { z } from 'zod'
import { projection } from '#declarations/read-model.ts'
import { type CredentialEvent, credentialStreams, DEVICE_PLATFORMS } from '#domain/auth/credentials/events.ts'
import { changeCoveredRows, ignoredSubjectEvents, RETROACTIVE_EVENTS } from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

export const CredentialRow = z.object({
  credential_id: z.string(),
  user_id: z.string(),
  kind: z.enum(['device', 'webauthn']),
  device_id: z.string(),
  platform: z.enum(DEVICE_PLATFORMS),
  status: z.enum(['active', 'disabled', 'removed']),
  /** Number of password changes before the registration; null if not recorded. */
  password_changes: z.int().nullable(),
  registered_at: z.string(),
  last_used_at: z.string().nullable(),
  revision: z.int(),
})
type CredentialRow = z.infer<typeof CredentialRow>

export const credentials = projection<CredentialRow, CredentialEvent | SubjectEvent>({
  name: 'credentials',
  version: 2,
  row: CredentialRow,
  streams: [credentialStreams, subjectStreams],
  tables: [
    sql.unsafe`create table credentials (
      credential_id text collate "C" primary key,
      user_id text collate "C" not null,
      kind text not null,
      device_id text not null,
      platform text not null,
      status text not null,
      password_changes integer,
      registered_at timestamptz not null,
      last_used_at timestamptz,
      revision integer not null)`,
  ],
  indexes: [sql.unsafe`create index on credentials (user_id, registered_at, credential_id)`],
  key: 'credential_id',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    // A key may be registered again after it has ended: the new row replaces the old one.
    CredentialRegistered: event => {
      const { user_id, kind, device_id, platform, password_changes = null } = event.data
      return {
        insert: {
          ...{ credential_id: credentialStreams.idOf(event), user_id, kind, device_id, platform, password_changes },
          ...{ status: 'active', registered_at: event.at, last_used_at: null, revision: event.revision },
        },
      }
    },
    CredentialUsed: ({ at, revision }) => ({ update: { last_used_at: at, revision } }),
    CredentialFailed: ({ revision }) => ({ update: { revision } }),
    CredentialDisabled: ({ revision }) => ({ update: { status: 'disabled', revision } }),
    CredentialRemoved: ({ revision }) => ({ update: { status: 'removed', revision } }),
    ...ignoredSubjectEvents,
    // Only a registration follows a removal, perhaps by another user.
    SubjectErased: event =>
      changeCoveredRows<CredentialRow>(credentialStreams, event, (credential_id, revision) => [
        {
          key: { credential_id },
          next: row => (row.user_id === event.data.user_id && row.revision <= revision ? null : row),
        },
      ]),
  },
})
