import { type ChildProcess, spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Config } from '#config/config.ts'
import { findService, type Login } from '#programs/listen/find-service.ts'
import { CommandError } from '#terminal/command-line.ts'

export type DemoService = { url: string; login: Login; [Symbol.asyncDispose](): Promise<void> }

const MAIN = fileURLToPath(new URL('../../main.ts', import.meta.url))
const ALIVE_MS_MAX = 1_000

/** Uses the service that runs on this data folder, or starts one that ends with the demo. */
export async function findOrStartService(config: Config): Promise<DemoService> {
  const { url, login } = findService(config)
  if (login !== null && (await isAlive(url))) return { url, login, [Symbol.asyncDispose]: async () => {} }
  // In its own process group: Ctrl-C ends the demo, which needs the service to clean up.
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'inherit'], detached: true })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill('SIGTERM')
    await exited
  }
  try {
    const own = await waitForReady(child)
    const { login: known } = findService(config)
    if (known === null)
      throw new CommandError(
        "no login: the first administrator's password was changed; set SERVICE_EMAIL and SERVICE_PASSWORD",
      )
    return { url: own, login: known, [Symbol.asyncDispose]: stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function isAlive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(ALIVE_MS_MAX) })).ok
  } catch {
    return false
  }
}

function waitForReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new CommandError(`the service did not start (status ${code})`)))
    createInterface({ input: child.stdout! }).on('line', line => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
  })
}
