import { setTimeout as delay } from 'node:timers/promises'

/** Writes begin at least this far apart: a statement costs the same for one row as for fifty, and nobody waits for these rows. */
const GAP_MS = 20

/**
 * Turns many small writes into few: what arrives while a write is on its way, or so soon after one that it would go alone, goes into the
 * next one. Each caller's promise settles with the write that carried its item. An idle gatherer adds one turn of the event loop and nothing
 * else.
 */
export function gather<T>(write: (items: T[]) => Promise<void>, itemsMax: number): (item: T) => Promise<void> {
  let waiting: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = []
  let writing = false
  let begunAt = Number.NEGATIVE_INFINITY

  async function flush() {
    while (waiting.length > 0) {
      const gap = begunAt + GAP_MS - performance.now()
      if (gap > 0 && waiting.length < itemsMax) await delay(gap)
      begunAt = performance.now()
      const batch = waiting.slice(0, itemsMax)
      waiting = waiting.slice(itemsMax)
      try {
        await write(batch.map(({ item }) => item))
        for (const { resolve } of batch) resolve()
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    writing = false
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (writing) return
      writing = true
      setImmediate(() => void flush())
    })
}
