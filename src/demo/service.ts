import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** What main.ts leaves in the data folder at its first start. */
export type Credentials = { url: string; email: string; password: string }
export type DemoService = { credentials: Credentials; stop(): Promise<void> }

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const ALIVE_MS_MAX = 1_000

/** The service that runs on this data folder, or one of our own on it, which stops with us. */
export async function serviceFor(dataDir: string): Promise<DemoService> {
  const running = credentialsOf(dataDir)
  if (running !== null && (await isAlive(running.url))) return { credentials: running, stop: async () => {} }
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'inherit'] })
  await untilReady(child)
  return {
    credentials: credentialsOf(dataDir)!,
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

function credentialsOf(dataDir: string): Credentials | null {
  const file = join(dataDir, 'admin-credentials.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

async function isAlive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(ALIVE_MS_MAX) })).ok
  } catch {
    return false
  }
}

function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the service ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', line => {
      if (line.startsWith('ready ')) resolve()
    })
  })
}
