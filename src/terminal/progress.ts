/** The line is overwritten in place, and only shown on a terminal. */
const REFRESH_MS = 200
const ERASE_LINE = '\r\u001b[K'

export type ProgressLine = ReturnType<typeof createProgressLine>

/** With `using` it is cleared at the end of its block. */
export function createProgressLine() {
  const { stderr } = process
  let shownAt = performance.now()
  const clear = () => void (stderr.isTTY && stderr.write(ERASE_LINE))
  return {
    show(line: () => string): void {
      if (!stderr.isTTY || performance.now() - shownAt < REFRESH_MS) return
      shownAt = performance.now()
      stderr.write(`${ERASE_LINE}${line()} …`)
    },
    clear,
    [Symbol.dispose]: clear,
  }
}

export function formatCount(count: number): string {
  return count.toLocaleString('en-US')
}

const MEGABYTE = 1_000_000

export function formatMegabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(1)} MB`
}
