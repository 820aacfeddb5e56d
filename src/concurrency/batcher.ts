/** Batches single loads (DataLoader): items that arrive during a load go into the next one. */
export function createBatcher<T, R>(
  load: (items: T[]) => Promise<readonly R[]>,
  itemsMax: number,
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
      setImmediate(() => void flush())
    })
}
