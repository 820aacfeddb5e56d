import { Client } from 'pg'

/** A healthy server answers at once. */
const ANSWER_MS_MAX = 2_500

/** `idle`: waits for a query, or is gone. `exchanging`: waits for its client within a query or an answer. */
export type SessionWait = 'idle' | 'exchanging'

/** Uses a new connection. Without `track_activities` a session counts as working. */
export async function findWaitingSessions(url: string, pids: readonly number[]): Promise<Map<number, SessionWait>> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  })
  // Later errors concern a connection that is not needed any more.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; is_idle: boolean }>(
      `select waiting.pid, a.pid is null or a.state like 'idle%' as is_idle
      from unnest($1::int4[]) as waiting(pid) left join pg_stat_activity a on a.pid = waiting.pid
      where a.pid is null or a.state like 'idle%' or a.wait_event_type = 'Client'`,
      [pids],
    )
    return new Map(rows.map(({ pid, is_idle }) => [pid, is_idle ? 'idle' : 'exchanging']))
  } finally {
    void client.end().catch(() => undefined)
  }
}
