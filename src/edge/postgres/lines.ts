import { createPgDriverFactory } from '@slonik/pg-driver'
import { type DriverClient, type DriverFactory, sql } from 'slonik'
import { unlessAborted, within } from '#concurrency/timeout.ts'
import { type SessionWait, waitingSessions } from './sessions.ts'

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
const WATCHED_BY_SERVER = `select pg_backend_pid() as pid, set_config(name, value, false) from (values
  ('tcp_keepalives_idle', '5'), ('tcp_keepalives_interval', '2'), ('tcp_keepalives_count', '3'), ('tcp_user_timeout', '10000')) as s(name, value)`

/** What waits for longer is looked after so often: the server is asked, over another connection, whether it works on it. */
const LOOK_EVERY_MS = 2_500
/**
 * In so many looks one after the other nothing was done for it. Once an answer may just be on its way, and what is long may take its time on a
 * slow way.
 */
const LOOKS_IN_VAIN: Record<SessionWait, number> = { idle: 2, exchanging: 8 }

/** A connection of a pool, as far as it is known whether anybody answers on it. */
export type Line = {
  /** When it was made or the last answer came, by `performance.now()`. */
  heardAt: number
  /** Whether it may be silent for as long as its statement takes. */
  isUnlimited: boolean
  /** The server's name for its session; null until it has told. */
  pid: number | null
  /** In the order in which they were asked. */
  unanswered: Set<Question>
  giveUp(): void
}
/** `doubt`: the part of the looks that it takes to give it up; 1 = all of them. */
type Question = { askedAt: number; doubt: number }

type Lines = {
  url: string
  lines: Set<Line>
  /** For every question alike; whatever the server says of it. */
  answerMsMax: number
}

/** The driver itself waits for ever for an answer that was lost, and whoever asked with it. */
export function answeringWithin({ url, lines, answerMsMax }: Lines): DriverFactory {
  // Where questions are given up sooner than by looks, nobody has to look.
  const isLookedAfter = answerMsMax > LOOK_EVERY_MS * (LOOKS_IN_VAIN.idle + 1)
  const onAsked = isLookedAfter ? lookingAfter(url, lines) : () => {}
  return async options => {
    const driver = await createPgDriverFactory()(options)
    return { createClient: async () => withDeadline(await driver.createClient(), answerMsMax, lines, onAsked) }
  }
}

function withDeadline(client: DriverClient, msMax: number, lines: Set<Line>, onAsked: () => void): DriverClient {
  let isWatched = false
  // A signal, and no promise that every answer is raced against: that would keep all answers for as long as the connection lives.
  const givenUp = new AbortController()
  const line: Line = {
    heardAt: performance.now(),
    isUnlimited: false,
    pid: null,
    unanswered: new Set(),
    giveUp() {
      givenUp.abort(new PostgresSilent(performance.now() - line.heardAt))
      client.destroy().catch(() => undefined)
    },
  }
  lines.add(line)
  client.on('destroy', () => lines.delete(line))
  /** A new session has to be told before its first query: no driver hook comes earlier. */
  const ask: DriverClient['query'] = async (...query) => {
    if (!isWatched) {
      const { rows } = await client.query(WATCHED_BY_SERVER)
      line.pid = Number(rows[0]?.pid)
    }
    isWatched = true
    return client.query(...query)
  }
  return {
    ...client,
    async query(text, ...rest) {
      // A transaction that failed so is rolled back, which would fail in other words.
      givenUp.signal.throwIfAborted()
      const question: Question = { askedAt: performance.now(), doubt: 0 }
      line.unanswered.add(question)
      onAsked()
      const answer = ask(text, ...rest).finally(() => {
        line.heardAt = performance.now()
        line.unanswered.delete(question)
      })
      if (text === withoutTimeLimit.sql) line.isUnlimited = true
      if (/^(commit|rollback)$/i.test(text)) line.isUnlimited = false
      if (line.isUnlimited) return unlessAborted(givenUp.signal, answer)
      const inTime = within(msMax, answer, () => {
        line.giveUp()
        return new PostgresSilent(msMax)
      })
      return unlessAborted(givenUp.signal, inTime)
    },
  }
}

/**
 * Gives up the connections on which an answer is waited for while the server does nothing for it: it never got the question, or its answer was
 * lost on the way, as when a gateway between has forgotten one connection of several. To be called whenever something is asked. What the
 * server works on is waited for, however long that is.
 */
function lookingAfter(url: string, lines: ReadonlySet<Line>): () => void {
  let isLooking = false
  const begin = () => {
    if (!isLooking) setTimeout(look, LOOK_EVERY_MS).unref()
    isLooking = true
  }

  async function look(): Promise<void> {
    const late = [...lines].filter(line => waitsSince(line, performance.now() - LOOK_EVERY_MS))
    // A server that does not say is frozen, or away, or has no room: nothing is known then.
    if (late.length > 0) await judge(late).catch(() => undefined)
    isLooking = false
    if ([...lines].some(({ unanswered }) => unanswered.size > 0)) begin()
  }

  async function judge(late: Line[]): Promise<void> {
    const waiting = late.map(line => ({ line, question: oldest(line) }))
    const pids = late.flatMap(({ pid }) => pid ?? [])
    const sessions = await waitingSessions(url, pids)
    for (const { line, question } of waiting) {
      if (question === undefined || !line.unanswered.has(question)) continue
      // One that has not even told its name has not answered its very first question.
      const does = line.pid === null ? 'idle' : sessions.get(line.pid)
      question.doubt = does === undefined ? 0 : question.doubt + 1 / LOOKS_IN_VAIN[does]
      if (question.doubt >= 1) line.giveUp()
    }
  }
  return begin
}

function oldest({ unanswered }: Line): Question | undefined {
  const [question] = unanswered
  return question
}

function waitsSince(line: Line, sinceMs: number): boolean {
  return (oldest(line)?.askedAt ?? Number.POSITIVE_INFINITY) <= sinceMs
}
