import { POOL_MAX } from '#config/environment.ts'
import { PostgresSilent } from './connection-watchdog.ts'
import { connectPostgres, type Database } from './pool.ts'
import { wrapQueries } from './query-wrapper.ts'

/** A caller does not wait for a slower statement. */
const STATEMENT_MS_MAX = 4_000
const ANSWER_MS_MAX = 4_500
const CONNECT_MS_MAX = 3_000
/** A query with its wait for a slot and a connection. A request sends several, and has 8 s (response-timeout.ts). */
const QUERY_MS_MAX = 5_000
/** Waiting queries. A healthy server answers a thousand in a second. */
const WAITING_MAX = 1_000

/** Too many queries wait; this one was not sent. */
export class PostgresBusy extends Error {
  constructor() {
    super(`more than ${WAITING_MAX} queries wait for PostgreSQL`)
    this.name = 'PostgresBusy'
  }
}

type Limits = { poolMax?: number; queryMsMax?: number; waitingMax?: number }

/** The pool for requests: every query ends within 5 s, even on a silent server. */
export async function connectInteractive(url: string, poolMax: number): Promise<Database> {
  const pool = await connectPostgres(url, {
    poolMax,
    connectMsMax: CONNECT_MS_MAX,
    statementMsMax: STATEMENT_MS_MAX,
    answerMsMax: ANSWER_MS_MAX,
  })
  return withQueryLimits(pool, { poolMax })
}

/** Unlike in the pool's queue, a query that times out here is never sent, so a frozen server wakes without backlog. */
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
