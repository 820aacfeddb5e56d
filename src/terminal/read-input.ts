import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { CommandError } from './command-line.ts'
import { formatMegabytes, type ProgressLine } from './progress.ts'

const STDIN = '-'

/** Reads a file, or stdin for `-`, and shows how much of it is `done`. Throws CommandError when it can't be read. */
export async function readInput<T>(
  file: string,
  done: string,
  progress: ProgressLine,
  read: (input: Readable, onProgress: (bytes: number) => void) => Promise<T>,
): Promise<T> {
  try {
    const size = file === STDIN ? '' : ` of ${formatMegabytes((await stat(file)).size)}`
    const input = file === STDIN ? process.stdin : createReadStream(file)
    return await read(input, bytes => progress.show(() => `${formatMegabytes(bytes)}${size} ${done}`))
  } catch (error) {
    if (!(error instanceof Error && 'syscall' in error)) throw error
    throw new CommandError(`${file} can't be read: ${error.message}`)
  }
}
