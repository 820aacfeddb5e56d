import type { DatabasePool } from 'slonik'

const QUERY_METHODS = [
  ...['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query'],
  ...['connect', 'transaction'],
] as const satisfies string[]

export function wrapQueries(pool: DatabasePool, run: <T>(query: () => Promise<T>) => Promise<T>): DatabasePool {
  const wrapped = QUERY_METHODS.map(name => {
    const method = pool[name as 'query'] as (...args: unknown[]) => Promise<unknown>
    return [name, (...args: unknown[]) => run(async () => method(...args))]
  })
  return { ...pool, ...Object.fromEntries(wrapped) }
}

/** Limits concurrent queries. The pool's own queue loses queries when the server goes away. */
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
