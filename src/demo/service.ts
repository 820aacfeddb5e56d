import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Config } from '#config.ts'

/** What main.ts leaves in the data folder at its first start, unless the password is configured. */
export type Credentials = { url: string; email: string; password: string }
export type DemoService = { credentials: Credentials; stop(): Promise<void> }

const MAIN = fileURLToPath(new URL('../main.ts', import.meta.url))
const ALIVE_MS_MAX = 1_000

/** The service that runs on this data folder, or one of our own on it, which stops with us. */
export async function serviceFor(config: Config): Promise<DemoService> {
  const running = credentialsOf(config, `http://${config.HOST}:${config.PORT}`)
  if (running !== null && (await isAlive(running.url))) return { credentials: running, stop: async () => {} }
  const child = spawn(process.execPath, [MAIN], { stdio: ['ignore', 'pipe', 'inherit'] })
  const url = await untilReady(child)
  return {
    credentials: { ...credentialsOf(config, url)!, url },
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve())
        child.kill('SIGTERM')
      }),
  }
}

/** `url` is where a service with a configured password answers: it leaves no file. */
function credentialsOf(config: Config, url: string): Credentials | null {
  const { DATA_DIR, BOOTSTRAP_ADMIN_EMAIL: email, BOOTSTRAP_ADMIN_PASSWORD: password } = config
  if (password !== undefined) return { url, email, password }
  const file = join(DATA_DIR, 'admin-credentials.json')
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}

async function isAlive(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/health/live`, { signal: AbortSignal.timeout(ALIVE_MS_MAX) })).ok
  } catch {
    return false
  }
}

/** Where it answers. */
function untilReady(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    child.once('exit', code => reject(new Error(`the service ended with ${code}`)))
    createInterface({ input: child.stdout! }).on('line', line => {
      if (line.startsWith('ready ')) resolve(line.slice('ready '.length))
    })
  })
}
