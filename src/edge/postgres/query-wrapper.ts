import type { DatabasePool } from 'slonik'

/** What of a pool asks the server. */
const QUERY_METHODS = [
  ...['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query'],
  ...['connect', 'transaction'],
] as const satisfies string[]

/** A pool of which every question goes through `ask`. */
export function wrapQueries(pool: DatabasePool, run: <T>(query: () => Promise<T>) => Promise<T>): DatabasePool {
  const wrapped = QUERY_METHODS.map(name => {
    const method = pool[name as 'query'] as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => run(async () => method(...args))]
  })
  return { ...pool, ...Object.fromEntries(wrapped) }
}

/**
 * So many questions at a time; the others wait here, in their order. The pool has a queue of its own, and forgets those in it where the server goes away
 * while connections are made: nobody tells them, then or ever.
 */
export function limitConcurrency(pool: DatabasePool, concurrencyMax: number): DatabasePool {
  const waiting: (() => void)[] = []
  let running = 0

  return wrapQueries(pool, async query => {
    if (running < concurrencyMax) running += 1
    else await new Promise<void>(begin => waiting.push(begin))
    try {
      return await query()
    } finally {
      const next = waiting.shift()
      // Whoever is next has this turn.
      if (next === undefined) running -= 1
      else next()
    }
  })
}
