import { createReadStream, existsSync } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import type { StoredCheckpoint } from './checkpoint.ts'
import { lastCheckpointIn, type Sink } from './sink.ts'

/** CHECKPOINT_FILE: a line for each checkpoint. It is only ever written at its end, so that a disk may allow no more than that. */

/** Many times as long as a line. */
const TAIL_BYTES = 64 * 1024

export function fileSink(path: string): Sink {
  /** As `last` told, and what was put behind it since. */
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
        // A process that stood still does not know that it leads no more, and nothing that is written here is ever taken back.
        if ((lastCheckpointIn(there)?.line ?? null) !== end)
          throw new Error(`another process has written to ${path} meanwhile`)
        const text = `${lines.join('\n')}\n`
        // Whoever was killed while it wrote left the beginning of this very line, and the rest of it follows. Anything else gets a line of its own.
        const rest = text.startsWith(torn) ? text.slice(torn.length) : `\n${text}`
        await file.appendFile(rest)
        await file.datasync()
        end = lines.at(-1) ?? end
      }),
    close: async () => {},
  }
}

/** The last checkpoint of the file; null when it has none, or is not there. */
export async function lastInFile(path: string): Promise<StoredCheckpoint | null> {
  try {
    const { lines } = await withOpenFile(path, 'r', readTail)
    const last = lastCheckpointIn(lines)
    if (last === null && lines.length > 0) throw new Error(`${path} holds something else than checkpoints`)
    return last
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
    throw error
  }
}

/** Every whole line of the file, from the first. What somebody who was killed left behind the last one is none yet. */
export async function* linesOfFile(path: string): AsyncGenerator<string> {
  if (!existsSync(path)) return
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > TAIL_BYTES) throw new Error(`${path} holds something else than checkpoints`)
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

/** The last whole lines, and what stands behind them when somebody was killed. */
async function readTail(file: FileHandle): Promise<{ lines: string[]; torn: string }> {
  const { size } = await file.stat()
  const bytes = Math.min(size, TAIL_BYTES)
  const { buffer } = await file.read(Buffer.alloc(bytes), 0, bytes, size - bytes)
  const lines = buffer.toString('utf8').split('\n')
  const torn = lines.pop() ?? ''
  return { lines, torn }
}
