import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { logIn } from '../harness/client.ts'
import { residentMb } from '../harness/process-figures.ts'
import { ADMIN, testEnvironment } from '../harness/service.ts'
import { startArguments } from '../harness/start-command.ts'

/** The service in a process of its own, as `npm start` runs it; `token` is an administrator's, not limited in rate. */
export async function spawnService(overrides: Record<string, string> = {}) {
  const environment = testEnvironment({
    SANDBOX_SPEED: '1',
    REFUND_CANCEL_WINDOW_MS: '1500',
    LOG_LEVEL: 'warn',
    ...overrides,
  })
  const started = performance.now()
  const { child, url } = await run(environment)
  const startMs = performance.now() - started
  const admin = await logIn(url, ADMIN.email, ADMIN.password)
  const { body: me } = await admin.get('/api/auth/me')
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, {
    agreed_limit: { per_minute: 10_000_000, per_day: null },
  })
  const { body: tokens } = await admin.as(null).post('/api/auth/login', ADMIN)
  const end = () =>
    new Promise<void>(resolveEnd => {
      child.once('exit', () => resolveEnd())
      child.kill('SIGTERM')
    })
  return {
    url,
    startMs,
    environment,
    token: tokens.access_token as string,
    residentMb: () => residentMb(child.pid!),
    /** Ends it and keeps its data, for another start. */
    end,
    async stop() {
      await end()
      rmSync(environment.DATA_DIR!, { recursive: true, force: true })
    },
  }
}

function run(environment: Record<string, string>) {
  const child = spawn(process.execPath, startArguments(), {
    cwd: resolve(import.meta.dirname, '../..'),
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return new Promise<{ child: typeof child; url: string }>((ready, failed) => {
    child.once('exit', code => failed(new Error(`the service ended with ${code}`)))
    createInterface({ input: child.stdout }).on(
      'line',
      line => line.startsWith('ready ') && ready({ child, url: line.slice(6) }),
    )
  })
}

/** Milliseconds from spawn to ready on the data of an earlier start. */
export async function startAgainMs(environment: Record<string, string>): Promise<number> {
  const started = performance.now()
  const { child } = await run(environment)
  const ms = performance.now() - started
  await new Promise<void>(resolveEnd => {
    child.once('exit', () => resolveEnd())
    child.kill('SIGTERM')
  })
  return ms
}
