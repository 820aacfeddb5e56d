import { sql } from 'slonik'
import { z } from 'zod'
import { deviceStreams } from '#domain/vpn/devices/events.ts'
import { keysetPage } from '#edge/postgres/keyset.ts'
import type { Database } from '#edge/postgres/pool.ts'
import { rejectIfUnbuilt } from '#edge/postgres/read-model-readiness.ts'
import { derivedUuid } from '#values/ids.ts'
import { instant, sinceBeforeUntil } from '#values/instant.ts'
import { pageCursor, pageLimit } from '#values/page.ts'
import { ID_LENGTH_MAX, plainText } from '#values/text.ts'
import { OWNED_SESSION, OwnedSessionRow } from './session-row.ts'

const LIMIT_MAX = 200
const LIMIT_DEFAULT = 50
const CURSOR_LENGTH_MAX = 400

export const ListSessionHistoryQuery = z
  .strictObject({
    user_id: plainText(ID_LENGTH_MAX)
      .optional()
      .describe("Only sessions of this user, by the client's own id; another user's need `vpn:use:any`."),
    since: instant.optional().describe('Only sessions issued at or after this time; ISO 8601 with an offset.'),
    until: instant.optional().describe('Only sessions issued before this time; ISO 8601 with an offset.'),
    limit: pageLimit(LIMIT_MAX, LIMIT_DEFAULT).describe(`Sessions on a page, 1 to ${LIMIT_MAX}.`),
    cursor: pageCursor(CURSOR_LENGTH_MAX),
  })
  .refine(...sinceBeforeUntil)
export type ListSessionHistoryQuery = z.output<typeof ListSessionHistoryQuery>

/** Without restricted users. */
export async function listSessionHistory(db: Database, client_id: string, query: ListSessionHistoryQuery) {
  const { user_id, since, until, limit, cursor } = query
  const keyset = keysetPage<z.infer<typeof OwnedSessionRow>>({
    scope: derivedUuid('vpn-history', client_id, user_id ?? '', since ?? '', until ?? ''),
    columns: [
      { name: 'issued_at', type: 'timestamptz', text: instant },
      { name: 'session_id', type: 'text', text: z.string().regex(/^vps_[\w-]{1,64}$/) },
    ],
    ...{ alias: 's', limit, cursor },
  })
  const conditions = [
    sql.fragment`u.client_id = ${client_id}`,
    // So that the index on `devices` is used.
    ...(user_id === undefined
      ? []
      : [
          sql.fragment`u.user_id = ${user_id} and s.devices = ${deviceStreams.id(client_id, user_id)}::uuid
            and coalesce(s.issued_at > u.erased_at, true)`,
        ]),
    ...(since === undefined ? [] : [sql.fragment`s.issued_at >= ${since}::timestamptz`]),
    ...(until === undefined ? [] : [sql.fragment`s.issued_at < ${until}::timestamptz`]),
    keyset.isAfterCursor,
  ]
  const rows = await rejectIfUnbuilt(
    db.any(sql.type(OwnedSessionRow)`
      select ${OWNED_SESSION}
      where ${sql.join(conditions, sql.fragment` and `)}
      ${keyset.orderAndLimit}`),
  )
  const { page: data, pagination } = keyset.pageOf(rows)
  return { data, pagination }
}
