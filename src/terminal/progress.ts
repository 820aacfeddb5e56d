/** The line is overwritten in place, and only shown on a terminal. */
const REFRESH_MS = 200
const ERASE_LINE = '\r\u001b[K'

export type ProgressLine = {
  show(line: () => string): void
  clear(): void
}

export function createProgressLine(): ProgressLine {
  const { stderr } = process
  let shownAt = performance.now()
  return {
    show(line) {
      if (!stderr.isTTY || performance.now() - shownAt < REFRESH_MS) return
      shownAt = performance.now()
      stderr.write(`${ERASE_LINE}${line()} …`)
    },
    clear: () => void (stderr.isTTY && stderr.write(ERASE_LINE)),
  }
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

const MEGABYTE = 1_000_000

export function formatMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}
