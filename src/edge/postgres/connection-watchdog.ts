import { createPgDriverFactory } from '@slonik/pg-driver'
import { type DriverClient, type DriverFactory, sql } from 'slonik'
import { raceAbort, withTimeout } from '#concurrency/timeout.ts'
import { findWaitingSessions, type SessionWait } from './find-waiting-sessions.ts'

/** The server has not answered in time. Whether it did what it was asked is not known. */
export class PostgresSilent extends Error {
  constructor(ms: number) {
    super(`PostgreSQL did not answer in ${Math.round(ms)} ms`)
    this.name = 'PostgresSilent'
  }
}

/** Begins a transaction whose statements take as long as they take: neither the server nor this pool ends them. */
export const withoutTimeLimit = sql.unsafe`set local statement_timeout = 0`

/**
 * Lets the server notice within some 11 s that a machine has vanished under its session, and end it; it would keep the session, and what
 * that holds, for two hours otherwise. Has no effect on a Unix socket.
 */
const SET_KEEPALIVES = `select pg_backend_pid() as pid, set_config(name, value, false) from (values
  ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '10000')) as s(name, value)`

/** What waits for longer is looked after so often: the server is asked, over another connection, whether it works on it. */
const POLL_MS = 2_500
/**
 * In so many looks one after the other nothing was done for it. Once an answer may just be on its way, and what is long may take its time on a
 * slow way.
 */
const IDLE_POLLS_MAX: Record<SessionWait, number> = { idle: 2, exchanging: 8 }

/** A connection of a pool, as far as it is known whether anybody answers on it. */
export type WatchedConnection = {
  /** When it was made or the last answer came, by `performance.now()`. */
  lastReplyAt: number
  /** Whether it may be silent for as long as its statement takes. */
  isUnlimited: boolean
  /** The server's name for its session; null until it has told. */
  pid: number | null
  /** In the order in which they were asked. */
  pendingQueries: Set<PendingQuery>
  giveUp(): void
}
/** `doubt`: the part of the looks that it takes to give it up; 1 = all of them. */
type PendingQuery = { sentAt: number; suspicion: number }

type WatchdogOptions = {
  url: string
  connections: Set<WatchedConnection>
  /** For every question alike; whatever the server says of it. */
  answerMsMax: number
}

/** The driver itself waits for ever for an answer that was lost, and whoever asked with it. */
export function withReplyTimeout({ url, connections, answerMsMax }: WatchdogOptions): DriverFactory {
  // Where questions are given up sooner than by looks, nobody has to look.
  const isWatched = answerMsMax > POLL_MS * (IDLE_POLLS_MAX.idle + 1)
  const onQuery = isWatched ? createWatchdog(url, connections) : () => {}
  return async options => {
    const driver = await createPgDriverFactory()(options)
    return { createClient: async () => withDeadline(await driver.createClient(), answerMsMax, connections, onQuery) }
  }
}

function withDeadline(
  client: DriverClient,
  msMax: number,
  connections: Set<WatchedConnection>,
  onQuery: () => void,
): DriverClient {
  let hasKeepalives = false
  // A signal, and no promise that every answer is raced against: that would keep all answers for as long as the connection lives.
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
  /** A new session has to be told before its first query: no driver hook comes earlier. */
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
      // A transaction that failed so is rolled back, which would fail in other words.
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
 * Gives up the connections on which an answer is waited for while the server does nothing for it: it never got the question, or its answer was
 * lost on the way, as when a gateway between has forgotten one connection of several. To be called whenever something is asked. What the
 * server works on is waited for, however long that is.
 */
function createWatchdog(url: string, connections: ReadonlySet<WatchedConnection>): () => void {
  let isPolling = false
  const begin = () => {
    if (!isPolling) setTimeout(poll, POLL_MS).unref()
    isPolling = true
  }

  async function poll(): Promise<void> {
    const late = [...connections].filter(connection => isWaitingSince(connection, performance.now() - POLL_MS))
    // A server that does not say is frozen, or away, or has no room: nothing is known then.
    if (late.length > 0) await checkSessions(late).catch(() => undefined)
    isPolling = false
    if ([...connections].some(({ pendingQueries }) => pendingQueries.size > 0)) begin()
  }

  async function checkSessions(late: WatchedConnection[]): Promise<void> {
    const waiting = late.map(connection => ({ line: connection, question: oldestQuery(connection) }))
    const pids = late.flatMap(({ pid }) => pid ?? [])
    const sessions = await findWaitingSessions(url, pids)
    for (const { line, question } of waiting) {
      if (question === undefined || !line.pendingQueries.has(question)) continue
      // One that has not even told its name has not answered its very first question.
      const wait = line.pid === null ? 'idle' : sessions.get(line.pid)
      question.suspicion = wait === undefined ? 0 : question.suspicion + 1 / IDLE_POLLS_MAX[wait]
      if (question.suspicion >= 1) line.giveUp()
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
