import { PostgresSilent } from './connection-watchdog.ts'
import { connectPostgres, type Database, POOL_MAX } from './pool.ts'
import { wrapQueries } from './query-wrapper.ts'

/** A statement that a person waits for and that takes longer is not worth its answer any more. */
const STATEMENT_MS_MAX = 4_000
const ANSWER_MS_MAX = 4_500
const CONNECT_MS_MAX = 3_000
/** A question altogether: its turn, the connection, the answer. A request asks several, and has 8 s (answer-deadline.ts). */
const QUERY_MS_MAX = 5_000
/** Questions that wait for a connection. A server that works has answered a thousand in a second. */
const WAITING_MAX = 1_000

/** More is asked than the database answers: refused at once, without having asked. */
export class PostgresBusy extends Error {
  constructor() {
    super(`more than ${WAITING_MAX} questions wait for PostgreSQL`)
    this.name = 'PostgresBusy'
  }
}

type Limits = { poolMax?: number; queryMsMax?: number; waitingMax?: number }

/** The pool for requests: no question takes longer than 5 s, however silent the server is, and none is lost in a queue. */
export async function connectInteractive(url: string): Promise<Database> {
  const pool = await connectPostgres(url, {
    connectMsMax: CONNECT_MS_MAX,
    statementMsMax: STATEMENT_MS_MAX,
    answerMsMax: ANSWER_MS_MAX,
  })
  return withQueryLimits(pool)
}

/**
 * The pool's own queue has neither an end nor a deadline. Here everybody waits for a turn before: who is given up leaves the
 * queue without having asked, so that a frozen server finds no more to do when it wakes than there are connections.
 */
export function withQueryLimits(pool: Database, limits: Limits = {}): Database {
  const { poolMax = POOL_MAX, queryMsMax = QUERY_MS_MAX, waitingMax = WAITING_MAX } = limits
  const waiting = new Set<() => void>()
  let running = 0

  const startNext = () => {
    running -= 1
    const [next] = waiting
    if (next === undefined) return
    waiting.delete(next)
    next()
  }

  function enqueue<T>(query: () => Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const begin = () => {
        running += 1
        const answer = query()
        answer.then(startNext, startNext)
        answer.then(resolve, reject).finally(() => clearTimeout(timer))
      }
      const timer = setTimeout(() => {
        waiting.delete(begin)
        reject(new PostgresSilent(queryMsMax))
      }, queryMsMax)
      if (running < poolMax) return begin()
      if (waiting.size < waitingMax) return void waiting.add(begin)
      clearTimeout(timer)
      reject(new PostgresBusy())
    })
  }

  return wrapQueries(pool, enqueue)
}
