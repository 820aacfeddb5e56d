import { sql } from 'slonik'
import { z } from 'zod'
import { SESSION_IDLE_S } from '#domain/auth/sessions/decider.ts'
import { SESSION_LIFETIME_S } from '#domain/auth/sessions/events.ts'
import { users } from '#domain/auth/users/decider.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { SessionRow } from '#projections/auth/sessions.ts'
import type { Service } from '#service.ts'
import { Rejection } from '#values/errors.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant } from '#values/instant.ts'
import { pageCursor, pageLimit } from '#values/page.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50
const CURSOR_LENGTH_MAX = 400

export const ListSessionsQuery = z.strictObject({
  limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Sessions per page, 1 to ${LIMIT_MAX}.`),
  cursor: pageCursor(CURSOR_LENGTH_MAX),
})

const Item = SessionRow.omit({ user_id: true, generation: true })

const COLUMNS = [
  { name: 'opened_at', type: 'timestamptz', text: instant },
  { name: 'session_id', type: 'text', text: z.string().regex(/^ses_[0-9a-f-]{36}$/) },
] as const

/** Open sessions, the newest login first. Errors: NOT_FOUND; INVALID_REQUEST for a cursor of another user. */
export async function listSessions(
  service: Pick<Service, 'execute' | 'db'>,
  user_id: string,
  { limit, cursor }: z.output<typeof ListSessionsQuery>,
  now: Date,
) {
  const { state: user } = await service.execute.load(users, user_id)
  if (user.status === 'absent') throw new Rejection('NOT_FOUND')
  const scope = derivedUuid('auth-sessions', user_id)
  const keyset = keysetPage<z.infer<typeof Item>>({ scope, columns: COLUMNS, limit, cursor })
  const before = (seconds: number) => sql.timestamp(new Date(now.getTime() - seconds * 1_000))
  const rows = await rejectIfUnbuilt(
    service.db.any(sql.type(Item)`
      select session_id, method, device_id, opened_at, refreshed_at from read.auth_sessions
      where user_id = ${user_id} and generation = ${user.generation}
        and opened_at > ${before(SESSION_LIFETIME_S)}
        and coalesce(refreshed_at, opened_at) > ${before(SESSION_IDLE_S)}
        and ${keyset.isAfterCursor} ${keyset.orderAndLimit}`),
  )
  return keyset.pageOf(rows)
}
