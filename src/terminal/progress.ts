/** A line that is written over shows that something happens; nobody else than a person at a terminal is told. */
const EVERY_MS = 200
const ERASE_LINE = '\r\u001b[K'

export type ProgressLine = {
  /** Told often, shown now and then. */
  show(line: () => string): void
  clear(): void
}

/** On stderr, so that stdout can be piped on. */
export function createProgress(): ProgressLine {
  const { stderr } = process
  let at = performance.now()
  return {
    show(line) {
      if (!stderr.isTTY || performance.now() - at < EVERY_MS) return
      at = performance.now()
      stderr.write(`${ERASE_LINE}${line()} …`)
    },
    clear: () => void (stderr.isTTY && stderr.write(ERASE_LINE)),
  }
}

export function inDigits(count: number): string {
  return count.toLocaleString('en-US')
}

const MB = 1_000_000

export function inMb(bytes: number): string {
  return `${(bytes / MB).toFixed(1)} MB`
}
