/** A line that is written over shows that something happens; lines that stay are for somebody who reads them later. */
const PROGRESS_MS = process.stdout.isTTY ? 200 : 10_000
const ERASE_LINE = '\r\u001b[K'

export type Teller = ReturnType<typeof teller>

/** Progress is one line that is written over on a terminal, and now and then a line elsewhere. */
export function teller(name: string) {
  let at = performance.now()
  let isTold = false
  const { isTTY, columns } = process.stdout
  const clear = () => void (isTTY && process.stdout.write(ERASE_LINE))
  const last = (line: string) => {
    clear()
    console.log(`${name}: ${line}`)
  }
  return {
    passing(words: () => string) {
      if (performance.now() - at < PROGRESS_MS) return
      at = performance.now()
      clear()
      const line = `${name}: ${words()} …`
      process.stdout.write(isTTY ? line.slice(0, columns - 1) : `${line}\n`)
    },
    once(line: string) {
      if (!isTold) last(line)
      isTold = true
    },
    last,
    clear,
  }
}
