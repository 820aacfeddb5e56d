import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { keepLine } from './log.ts'
import { noteSecret } from './secrets.ts'
import { startArguments } from './start-command.ts'

export type SpawnedService = {
  child: ChildProcess
  url: string
  /** How it ended: the exit code, or the signal that killed it. */
  gone: Promise<number | NodeJS.Signals | null>
}

/** A service in a process of its own, whose log is kept for the search. */
export function spawnService(environment: Record<string, string>): Promise<SpawnedService> {
  noteSecret(environment.MASTER_KEY, environment.JWT_KEYS, environment.AUDIT_KEYS)
  return spawnStart({ ...environment, LOG_LEVEL: 'trace' }, keepLine)
}

/** `npm start` in a process of its own; resolves when it says that it is ready. */
export async function spawnStart(
  environment: Record<string, string>,
  onLine: (line: string, child: ChildProcess) => void = () => {},
): Promise<SpawnedService> {
  const child = spawn(process.execPath, startArguments(), {
    cwd: resolve(import.meta.dirname, '../..'),
    // The server that EVENTSTORE_URL names is for the event store contract; it is not to be filled with refunds.
    env: { ...process.env, EVENTSTORE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const gone = new Promise<number | NodeJS.Signals | null>(end =>
    child.once('exit', (code, signal) => end(signal ?? code)),
  )
  const url = await new Promise<string>((ready, failed) => {
    child.once('exit', code => failed(new Error(`the service ended with ${code} before it was ready`)))
    createInterface({ input: child.stdout! }).on('line', line => {
      onLine(line, child)
      if (line.startsWith('ready ')) ready(line.slice(6))
    })
  })
  return { child, url, gone }
}
