import type { DatabasePool } from 'slonik'

/** What of a pool asks the server. */
const QUESTIONS = [
  ...['any', 'anyFirst', 'exists', 'many', 'manyFirst', 'maybeOne', 'maybeOneFirst', 'one', 'oneFirst', 'query'],
  ...['connect', 'transaction'],
] as const satisfies string[]

/** A pool of which every question goes through `ask`. */
export function asking(pool: DatabasePool, ask: <T>(question: () => Promise<T>) => Promise<T>): DatabasePool {
  const asked = QUESTIONS.map(name => {
    const method = pool[name as 'query'] as (...given: unknown[]) => Promise<unknown>
    return [name, (...given: unknown[]) => ask(async () => method(...given))]
  })
  return { ...pool, ...Object.fromEntries(asked) }
}

/**
 * So many questions at a time; the others wait here, in their order. The pool has a queue of its own, and forgets those in it where the server goes away
 * while connections are made: nobody tells them, then or ever.
 */
export function inTurns(pool: DatabasePool, atOnce: number): DatabasePool {
  const waiting: (() => void)[] = []
  let running = 0

  return asking(pool, async question => {
    if (running < atOnce) running += 1
    else await new Promise<void>(begin => waiting.push(begin))
    try {
      return await question()
    } finally {
      const next = waiting.shift()
      // Whoever is next has this turn.
      if (next === undefined) running -= 1
      else next()
    }
  })
}
