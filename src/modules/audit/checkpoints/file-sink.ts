import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { StoredCheckpoint } from './checkpoint.ts'
import { lastCheckpointIn, type Sink } from './sink.ts'

/** CHECKPOINT_FILE: a line per checkpoint, append-only, so that a disk may forbid anything else. */

/** Many times the length of a line. */
const TAIL_BYTES = 64 * 1024

export function fileSink(path: string): Sink {
  /** The last line, from `last` or `append`. */
  let end: string | null = null
  return {
    name: 'CHECKPOINT_FILE',
    async last() {
      const last = await lastInFile(path)
      end = last?.line ?? null
      return last
    },
    append: lines =>
      withOpenFile(path, 'a+', async file => {
        const { lines: there, torn } = await readTail(file)
        // A process that was frozen does not know that its lease has ended, and an appended line is never removed.
        if ((lastCheckpointIn(there)?.line ?? null) !== end)
          throw new Error(`another process has written to ${path} in the meantime`)
        const text = `${lines.join('\n')}\n`
        // A killed process left the beginning of this very line: the rest follows. Anything else gets a new line.
        const rest = text.startsWith(torn) ? text.slice(torn.length) : `\n${text}`
        await file.appendFile(rest)
        await file.datasync()
        end = lines.at(-1) ?? end
      }),
  }
}

export async function lastInFile(path: string): Promise<StoredCheckpoint | null> {
  try {
    const { lines } = await withOpenFile(path, 'r', readTail)
    const last = lastCheckpointIn(lines)
    if (last === null && lines.length > 0) throw new Error(`${path} contains lines that are not checkpoints`)
    return last
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** A line without its end, left by a killed process, does not count. */
export async function* linesOfFile(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) return
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > TAIL_BYTES) throw new Error(`${path} contains lines that are not checkpoints`)
    yield* lines
  }
}

async function withOpenFile<T>(path: string, flags: 'r' | 'a+', work: (file: FileHandle) => Promise<T>): Promise<T> {
  const file = await open(path, flags)
  try {
    return await work(file)
  } finally {
    await file.close()
  }
}

/** The last complete lines and the incomplete one after them. */
async function readTail(file: FileHandle): Promise<{ lines: string[]; torn: string }> {
  const { size } = await file.stat()
  const bytes = Math.min(size, TAIL_BYTES)
  const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes)
  const lines = buffer.toString('utf8').split('\n')
  const torn = lines.pop() ?? ''
  return { lines, torn }
}
