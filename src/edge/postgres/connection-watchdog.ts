import { createPgDriverFactory } from '@slonik/pg-driver'
import { type DriverClient, type DriverFactory, sql } from 'slonik'
import { raceAbort, withTimeout } from '#concurrency/timeout.ts'
import { findWaitingSessions, type SessionWait } from './find-waiting-sessions.ts'
import { renewStalePrepared } from './prepared.ts'

/** The server did not answer in time. The outcome is unknown. */
export class PostgresSilent extends Error {
  constructor(ms: number) {
    super(`PostgreSQL did not answer in ${Math.round(ms)} ms`)
    this.name = 'PostgresSilent'
  }
}

/** Removes the time limits of a transaction's statements, on the server and here. */
export const withoutTimeLimit = sql.unsafe`set local statement_timeout = 0`

/**
 * Lets the server notice within 11 s that the client machine has vanished, and end its session; by default it keeps the
 * session and its locks for two hours. No effect on a Unix socket.
 */
const SET_KEEPALIVES = `select pg_backend_pid() as pid, set_config(name, value, false) from (values
  ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '10000')) as s(name, value)`

/** After this time another connection finds out whether the server works on the query. */
const POLL_MS = 2_500
/** Idle polls in a row until the connection ends. A large result on a slow network needs more. */
const IDLE_POLLS_MAX: Record<SessionWait, number> = { idle: 2, exchanging: 8 }

export type WatchedConnection = {
  /** Time of the connection or of the last answer, by `performance.now()`. */
  lastReplyAt: number
  isUnlimited: boolean
  /** Process id of its session; null = not known yet. */
  pid: number | null
  pendingQueries: Set<PendingQuery>
  giveUp(): void
}
/** `suspicion`: the part of the polls that ends the connection; 1 = all. */
type PendingQuery = { sentAt: number; suspicion: number }

type WatchdogOptions = {
  url: string
  connections: Set<WatchedConnection>
  answerMsMax: number
}

/** The driver waits for a lost answer for ever. */
export function withReplyTimeout({ url, connections, answerMsMax }: WatchdogOptions): DriverFactory {
  // With a short timeout no watchdog is needed.
  const isWatched = answerMsMax > POLL_MS * (IDLE_POLLS_MAX.idle + 1)
  const onQuery = isWatched ? createWatchdog(url, connections) : () => {}
  return async options => {
    const driver = await createPgDriverFactory()(options)
    const createClient = async () => renewStalePrepared(await driver.createClient())
    return { createClient: async () => withDeadline(await createClient(), answerMsMax, connections, onQuery) }
  }
}

function withDeadline(
  client: DriverClient,
  msMax: number,
  connections: Set<WatchedConnection>,
  onQuery: () => void,
): DriverClient {
  let hasKeepalives = false
  // A signal, because a promise raced with every answer would keep all answers in memory.
  const givenUp = new AbortController()
  const connection: WatchedConnection = {
    lastReplyAt: performance.now(),
    isUnlimited: false,
    pid: null,
    pendingQueries: new Set(),
    giveUp() {
      givenUp.abort(new PostgresSilent(performance.now() - connection.lastReplyAt))
      client.destroy().catch(() => undefined)
    },
  }
  connections.add(connection)
  client.on('destroy', () => connections.delete(connection))
  /** The driver has no hook before a session's first query. */
  const send: DriverClient['query'] = async (...query) => {
    if (!hasKeepalives) {
      const { rows } = await client.query(SET_KEEPALIVES)
      connection.pid = Number(rows[0]?.pid)
    }
    hasKeepalives = true
    return client.query(...query)
  }
  return {
    ...client,
    async query(text, ...rest) {
      // The rollback after a lost connection must fail with the same error.
      givenUp.signal.throwIfAborted()
      const pending: PendingQuery = { sentAt: performance.now(), suspicion: 0 }
      connection.pendingQueries.add(pending)
      onQuery()
      const answer = send(text, ...rest).finally(() => {
        connection.lastReplyAt = performance.now()
        connection.pendingQueries.delete(pending)
      })
      if (text === withoutTimeLimit.sql) connection.isUnlimited = true
      if (/^(commit|rollback)$/i.test(text)) connection.isUnlimited = false
      if (connection.isUnlimited) return raceAbort(givenUp.signal, answer)
      const timed = withTimeout(msMax, answer, () => {
        connection.giveUp()
        return new PostgresSilent(msMax)
      })
      return raceAbort(givenUp.signal, timed)
    },
  }
}

/**
 * Ends connections whose session does nothing while a query waits: the query or its answer was lost, as when a gateway
 * forgot one of several connections. To be called with every query. Queries that the server works on have no limit.
 */
function createWatchdog(url: string, connections: ReadonlySet<WatchedConnection>): () => void {
  let isPolling = false
  const begin = () => {
    if (!isPolling) setTimeout(poll, POLL_MS).unref()
    isPolling = true
  }

  async function poll(): Promise<void> {
    const late = [...connections].filter(connection => isWaitingSince(connection, performance.now() - POLL_MS))
    // An unavailable server proves nothing about the connections.
    if (late.length > 0) await checkSessions(late).catch(() => undefined)
    isPolling = false
    if ([...connections].some(({ pendingQueries }) => pendingQueries.size > 0)) begin()
  }

  async function checkSessions(late: WatchedConnection[]): Promise<void> {
    const waiting = late.map(connection => ({ connection, query: oldestQuery(connection) }))
    const pids = late.flatMap(({ pid }) => pid ?? [])
    const sessions = await findWaitingSessions(url, pids)
    for (const { connection, query } of waiting) {
      if (query === undefined || !connection.pendingQueries.has(query)) continue
      // Without a process id not even the first query was answered.
      const wait = connection.pid === null ? 'idle' : sessions.get(connection.pid)
      query.suspicion = wait === undefined ? 0 : query.suspicion + 1 / IDLE_POLLS_MAX[wait]
      if (query.suspicion >= 1) connection.giveUp()
    }
  }
  return begin
}

function oldestQuery({ pendingQueries }: WatchedConnection): PendingQuery | undefined {
  const [pending] = pendingQueries
  return pending
}

function isWaitingSince(connection: WatchedConnection, sinceMs: number): boolean {
  return (oldestQuery(connection)?.sentAt ?? Number.POSITIVE_INFINITY) <= sinceMs
}
