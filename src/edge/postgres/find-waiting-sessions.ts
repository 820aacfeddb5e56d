import { Client } from 'pg'

/** A server that works answers at once; one that has too much to do says so by saying nothing. */
const ANSWER_MS_MAX = 2_500

/** `idle`: it waits for its client to ask, or is gone. `exchanging`: it waits for its client in the middle of a question or an answer. */
export type SessionWait = 'idle' | 'exchanging'

/**
 * Which of these sessions, by their process ids, do nothing. Asked over a connection of its own, made for it: what lies between has not
 * forgotten that one. A session of which the server tells nothing (`track_activities` off) counts as at work.
 */
export async function findWaitingSessions(url: string, pids: readonly number[]): Promise<Map<number, SessionWait>> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: ANSWER_MS_MAX,
    query_timeout: ANSWER_MS_MAX,
  })
  // What breaks later breaks a connection that is not needed any more.
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ pid: number; is_idle: boolean }>(
      `select asked.pid, a.pid is null or a.state like 'idle%' as is_idle
      from unnest($1::int4[]) as asked(pid) left join pg_stat_activity a on a.pid = asked.pid
      where a.pid is null or a.state like 'idle%' or a.wait_event_type = 'Client'`,
      [pids],
    )
    return new Map(rows.map(({ pid, is_idle }) => [pid, is_idle ? 'idle' : 'exchanging']))
  } finally {
    void client.end().catch(() => undefined)
  }
}
