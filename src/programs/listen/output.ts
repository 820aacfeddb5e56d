import { fstatSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'

const STDOUT = 1
/** Whether anybody still reads a pipe is only found out by writing, so something is written now and then. */
const PULSE_MS = 60_000
/** Long enough for a reader of one line (`| head -1`) to be gone before the next. */
const FIRST_LINE_MS = 500

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Says these lines; into a pipe, also once a minute that it still listens. Resolves when it is `ended`. */
export async function printUntilEnded(ended: AbortSignal, lines: readonly string[]): Promise<void> {
  const { stdout } = process
  const isPipe = !stdout.isTTY && (fstatSync(STDOUT).isFIFO() || fstatSync(STDOUT).isSocket())
  const pause = (ms: number) => delay(ms, undefined, { signal: ended })
  try {
    for (const line of lines) {
      print(line)
      if (isPipe) await pause(FIRST_LINE_MS)
    }
    for (;;) {
      await pause(PULSE_MS)
      if (isPipe) print(`${timeOf(new Date())}  listening`)
    }
  } catch (error) {
    if (!ended.aborted) throw error
  }
}

export function timeOf(now: Date): string {
  return now.toTimeString().slice(0, 8)
}
