/**
 * Turns many small writes into few: what arrives while a write is on its way goes into the next one. Each caller's promise
 * settles with the write that carried its item. An idle gatherer adds one turn of the event loop and nothing else.
 */
export function gather<T>(write: (items: T[]) => Promise<void>, itemsMax: number): (item: T) => Promise<void> {
  let waiting: { item: T; resolve: () => void; reject: (error: unknown) => void }[] = []
  let writing = false

  async function flush() {
    while (waiting.length > 0) {
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
