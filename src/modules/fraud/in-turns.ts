import { setImmediate as othersTurn } from 'node:timers/promises'

/** So long one piece keeps the event loop, milliseconds: a row may be work of microseconds or, of a user with very many transactions, of milliseconds. */
const PIECE_MS = 4

/** The same as `map`, between whose pieces other work has its turn. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const done: R[] = []
  let since = performance.now()
  for (const item of items) {
    if (performance.now() - since > PIECE_MS) {
      await othersTurn()
      since = performance.now()
    }
    done.push(work(item))
  }
  return done
}
