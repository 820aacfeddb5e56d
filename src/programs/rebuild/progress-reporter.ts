/** A terminal's line is overwritten; in a file each line stays. */
const PROGRESS_MS = process.stdout.isTTY ? 200 : 10_000
const ERASE_LINE = '\r\u001b[K'

export type ProgressReporter = ReturnType<typeof createProgressReporter>

export function createProgressReporter(name: string) {
  let at = performance.now()
  let isPrinted = false
  const { isTTY, columns } = process.stdout
  const clear = () => void (isTTY && process.stdout.write(ERASE_LINE))
  const print = (line: string) => {
    clear()
    console.log(`${name}: ${line}`)
  }
  return {
    progress(message: () => string) {
      if (performance.now() - at < PROGRESS_MS) return
      at = performance.now()
      clear()
      const line = `${name}: ${message()} …`
      process.stdout.write(isTTY ? line.slice(0, columns - 1) : `${line}\n`)
    },
    once(line: string) {
      if (!isPrinted) print(line)
      isPrinted = true
    },
    last: print,
    clear,
  }
}
