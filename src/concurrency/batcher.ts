/**
 * Batches single loads (DataLoader): items that arrive during a load go into the next one, and those within `gatherMs`
 * into the same.
 */
export function createBatcher<T, R>(
  load: (items: T[]) => Promise<readonly R[]>,
  itemsMax: number,
  gatherMs = 0,
): (item: T) => Promise<R> {
  let waiting: { item: T; resolve: (result: R) => void; reject: (error: unknown) => void }[] = []
  let isFlushing = false

  async function flush() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, itemsMax)
      waiting = waiting.slice(itemsMax)
      try {
        const results = await load(batch.map(({ item }) => item))
        for (const [index, { resolve }] of batch.entries()) resolve(results[index]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    isFlushing = false
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (isFlushing) return
      isFlushing = true
      if (gatherMs === 0) setImmediate(() => void flush())
      else setTimeout(() => void flush(), gatherMs)
    })
}
