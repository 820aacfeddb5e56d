import { setImmediate as othersTurn } from 'node:timers/promises'

/** So many rows, at some 50 µs each, keep the event loop for less than 10 ms. */
const AT_ONCE = 64

/** The same as `map`, between whose pieces other work has its turn. */
export async function inTurns<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const done: R[] = []
  for (let start = 0; start < items.length; start += AT_ONCE) {
    if (start > 0) await othersTurn()
    for (const item of items.slice(start, start + AT_ONCE)) done.push(work(item))
  }
  return done
}
