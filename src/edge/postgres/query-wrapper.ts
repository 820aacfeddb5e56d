import type { DatabasePool } from 'slonik'

/** Methods that send queries. */
const QUERY_METHODS = [
  ...['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query'],
  ...['connect', 'transaction'],
] as const satisfies string[]

/** A pool whose queries all go through `run`. */
export function wrapQueries(pool: DatabasePool, run: <T>(query: () => Promise<T>) => Promise<T>): DatabasePool {
  const wrapped = QUERY_METHODS.map(name => {
    const method = pool[name as 'query'] as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => run(async () => method(...args))]
  })
  return { ...pool, ...Object.fromEntries(wrapped) }
}

/**
 * Limits the concurrent queries; the others wait here in order. The pool's own queue forgets its queries when the
 * server goes away during a connection.
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
      // The next query takes this slot.
      if (next === undefined) running -= 1
      else next()
    }
  })
}
