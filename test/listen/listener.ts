import { type ChildProcess, spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { until } from '../harness/client.ts'
import { ADMIN, type TestService } from '../harness/service.ts'

const MAIN = resolve(import.meta.dirname, '../../src/programs/listen/main.ts')

export type Listener = {
  child: ChildProcess
  /** What it has printed so far, both ways. */
  lines(): string[]
  /** The first line that fits, as soon as it is there; what the expression captures. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** The status it ended with. */
  ended: Promise<number | null>
}

/** `npm run listen -- …` beside a service under test, without npm. */
export function spawnListener(service: TestService, args: string[] = [], environment: Record<string, string> = {}) {
  const login = { SERVICE_EMAIL: ADMIN.email, SERVICE_PASSWORD: ADMIN.password }
  return spawnListening(['--url', service.url, ...args], {
    ...login,
    DATA_DIR: service.environment.DATA_DIR!,
    ...environment,
  })
}

export function spawnListening(args: string[], environment: Record<string, string>): Listener {
  const child = spawn(process.execPath, [MAIN, ...args], { env: { ...process.env, ...environment } })
  let text = ''
  child.stdout.on('data', chunk => (text += chunk))
  child.stderr.on('data', chunk => (text += chunk))
  const lines = () => text.split('\n').filter(line => line !== '')
  const ended = new Promise<number | null>(done => child.on('close', done))
  return {
    child,
    lines,
    ended,
    async line(pattern) {
      const find = async () => pattern.exec(text)
      const found = await until(find, match => match !== null, 60_000).catch(() => null)
      if (found === null) throw new Error(`no line ${pattern} in:\n${text}`)
      return found
    },
  }
}
