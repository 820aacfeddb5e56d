import { setImmediate as yieldToEventLoop } from 'node:timers/promises'

const SLICE_MS_MAX = 4

/** Like `map`, but lets the event loop run in between. */
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
