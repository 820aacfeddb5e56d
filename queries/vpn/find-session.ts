import { sql } from 'slonik'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { OWNED_SESSION, OwnedSessionRow } from './session-row.ts'

/** PostgreSQL does not accept every text of a path. */
const SESSION_ID = /^vps_[0-9a-f-]{36}$/

/** `user_id`: null for every user of the client. */
type Scope = { client_id: string; user_id: string | null }

/** Null when there is none with this id, and while its user is restricted. */
export async function findSession(db: Database, { client_id, user_id }: Scope, session_id: string) {
  if (!SESSION_ID.test(session_id)) return null
  const isOwn =
    user_id === null
      ? sql.fragment`true`
      : sql.fragment`u.user_id = ${user_id} and coalesce(s.issued_at > u.erased_at, true)`
  return rejectIfUnbuilt(
    db.maybeOne(sql.type(OwnedSessionRow)`
      select ${OWNED_SESSION}
      where s.session_id = ${session_id} and u.client_id = ${client_id} and ${isOwn}`),
  )
}
