import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { OperationalError } from '#values/operational-error.ts'

/** The node as a child of this process. */

export interface EmbeddedEventStore {
  /** Connection string for the client. */
  readonly url: string
  readonly pid: number
  /** Asks the node to end; resolves when it has. Kills it after `STOP_PATIENCE_MS`. */
  stop(): Promise<void>
  /** Exit code when the child is gone for whatever reason; null when a signal ended it. */
  readonly exited: Promise<number | null>
}

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

/**
 * A reader of a long log leaves much short-lived garbage. With its young generation capped (4 MB per half) V8 clears it away early: a
 * catch-up of a million events then needs a third of the memory, at the same speed.
 */
const MEMORY_FLAGS = ['--max-semi-space-size=4']

/** A node that has work in flight gets this long to end, milliseconds. */
const STOP_MS_MAX = 5000

/** Words of a child that failed to start that are worth repeating, characters. */
const STDERR_CHARACTERS_MAX = 2000

/**
 * Starts a node on a data folder. It ends with this process, however that ends.
 * @param port any free one when omitted.
 * @param log gets each line the node writes to stderr.
 * @throws Error with the node's own words when it cannot start (folder in use, damaged, port taken).
 */
export function startEmbeddedEventStore(options: {
  dataDir: string
  port?: number
  log?: (line: string) => void
}): Promise<EmbeddedEventStore> {
  const args = [
    ...MEMORY_FLAGS,
    MAIN,
    '--exit-with-parent',
    '--data',
    options.dataDir,
    '--port',
    String(options.port ?? 0),
  ]
  // Detached: Ctrl-C reaches everything in the terminal's group, and this process ends the node last.
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'pipe'], detached: true })
  let stderr = ''
  createInterface({ input: child.stderr }).on('line', line => {
    if (stderr.length < STDERR_CHARACTERS_MAX) stderr += `${line}\n`
    options.log?.(line)
  })
  const exited = new Promise<number | null>(resolve => child.once('close', code => resolve(code)))

  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    const killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS_MAX)
    await exited
    clearTimeout(killTimer)
  }

  return new Promise((resolve, reject) => {
    child.once('error', error =>
      reject(new OperationalError(`the embedded event store could not be started: ${error.message}`)),
    )
    void exited.then(() =>
      reject(
        new OperationalError(`the embedded event store did not start: ${stderr.trim() || 'it ended without a word'}`),
      ),
    )
    createInterface({ input: child.stdout }).on('line', line => {
      if (line.startsWith('ready ')) resolve({ url: line.slice('ready '.length), pid: child.pid ?? 0, stop, exited })
    })
  })
}
