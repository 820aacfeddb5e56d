/**
 * Turns many small questions to a store into few: what arrives while one is under way goes into the next. Each caller's promise settles with the
 * question that carried its item, with the answer at the item's place. An idle gatherer adds one turn of the event loop and nothing else.
 */
export function gather<T, R>(ask: (items: T[]) => Promise<readonly R[]>, itemsMax: number): (item: T) => Promise<R> {
  let waiting: { item: T; resolve: (answer: R) => void; reject: (error: unknown) => void }[] = []
  let asking = false

  async function flush() {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, itemsMax)
      waiting = waiting.slice(itemsMax)
      try {
        const answers = await ask(batch.map(({ item }) => item))
        for (const [at, { resolve }] of batch.entries()) resolve(answers[at]!)
      } catch (error) {
        for (const { reject } of batch) reject(error)
      }
    }
    asking = false
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (asking) return
      asking = true
      setImmediate(() => void flush())
    })
}
