import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

/** So long one piece keeps the event loop, milliseconds: a row may be work of microseconds or, of a user with very many transactions, of milliseconds. */
const SLICE_MS_MAX = 4

/** The same as `map`, between whose pieces other work has its turn. */
export async function mapYielding<T, R>(items: readonly T[], work: (item: T) => R): Promise<R[]> {
  const results: R[] = []
  let sliceStart = performance.now()
  for (const item of items) {
    if (performance.now() - sliceStart > SLICE_MS_MAX) {
      await yieldToEventLoop()
      sliceStart = performance.now()
    }
    results.push(work(item))
  }
  return results
}
