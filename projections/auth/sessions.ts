import { sql } from 'slonik'
import { z } from 'zod'
import { projection, type RowChange } from '#declarations/read-model.ts'
import { LoginMethod, SESSION_LIFETIME_S, type SessionEvent, sessionStreams } from '#domain/auth/sessions/events.ts'
import { changeCoveredRows, ignoredSubjectEvents, RETROACTIVE_EVENTS } from '#domain/subjects/erasure-coverage.ts'
import { type SubjectEvent, subjectStreams } from '#domain/subjects/events.ts'

/** Sessions that were not ended one by one. Whether one is open also depends on the time, and its user's generation. */
export const SessionRow = z.object({
  session_id: z.string(),
  user_id: z.string(),
  generation: z.int(),
  method: LoginMethod,
  device_id: z.string().nullable(),
  opened_at: z.string(),
  refreshed_at: z.string().nullable(),
})
type SessionRow = z.infer<typeof SessionRow>

function change(
  event: { stream: string },
  next: (row: SessionRow) => SessionRow | null,
): { rows: RowChange<SessionRow>[] } {
  const session_id = sessionStreams.idOf(event)
  return { rows: [{ key: { session_id }, next: row => (row === undefined ? null : next(row)) }] }
}

/** Longer open than any session may be. By the clock of the database, which deletes and compares. */
export const isSessionExpired = sql.fragment`opened_at < now() - ${SESSION_LIFETIME_S} * interval '1 second'`

export const authSessions = projection<SessionRow, SessionEvent | SubjectEvent>({
  name: 'auth_sessions',
  version: 2,
  row: SessionRow,
  streams: [sessionStreams, subjectStreams],
  tables: [
    sql.unsafe`create table auth_sessions (
      session_id text collate "C" primary key,
      user_id text collate "C" not null,
      generation integer not null,
      method text not null,
      device_id text,
      opened_at timestamptz not null,
      refreshed_at timestamptz)`,
  ],
  indexes: [
    sql.unsafe`create index on auth_sessions (user_id, opened_at desc, session_id desc)`,
    sql.unsafe`create index on auth_sessions (opened_at)`,
  ],
  isExpired: isSessionExpired,
  key: 'session_id',
  counters: [],
  alwaysApplied: RETROACTIVE_EVENTS,
  on: {
    SessionOpened(event) {
      const { user_id, generation, method, device_id } = event.data
      const session_id = sessionStreams.idOf(event)
      const row = { session_id, user_id, generation, method, device_id, opened_at: event.at, refreshed_at: null }
      return { rows: [{ key: { session_id }, isFirst: true, next: () => row }] }
    },
    SessionRefreshed: event => change(event, row => ({ ...row, refreshed_at: event.at })),
    SessionClosed: event => change(event, () => null),
    ...ignoredSubjectEvents,
    SubjectErased: event =>
      changeCoveredRows<SessionRow>(sessionStreams, event, session_id => [{ key: { session_id }, next: () => null }]),
  },
})
