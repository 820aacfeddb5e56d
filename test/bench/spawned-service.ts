import { rmSync } from 'node:fs'
import { logIn } from '../harness/client.ts'
import { residentMb } from '../harness/process-figures.ts'
import { ADMIN, testEnvironment } from '../harness/service.ts'
import { spawnStart } from '../harness/spawned-service.ts'

/** The service in a process of its own, as `npm start` runs it; `token` is an administrator's, not limited in rate. */
export async function spawnService(overrides: Record<string, string> = {}) {
  const environment = testEnvironment({
    SANDBOX_SPEED: '1',
    REFUND_CANCEL_WINDOW_MS: '1500',
    LOG_LEVEL: 'warn',
    ...overrides,
  })
  const started = performance.now()
  const { child, url, gone } = await spawnStart(environment)
  const startMs = performance.now() - started
  const admin = await logIn(url, ADMIN.email, ADMIN.password)
  const { body: me } = await admin.get('/api/auth/me')
  await admin.send('PATCH', `/admin/clients/${me.client_id}`, {
    agreed_limit: { per_minute: 10_000_000, per_day: null },
  })
  const { body: tokens } = await admin.as(null).post('/api/auth/login', ADMIN)
  const end = () => {
    child.kill('SIGTERM')
    return gone
  }
  return {
    url,
    pid: child.pid!,
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

/** Milliseconds from spawn to ready on the data of an earlier start. */
export async function startAgainMs(environment: Record<string, string>): Promise<number> {
  const started = performance.now()
  const { child, gone } = await spawnStart(environment)
  const ms = performance.now() - started
  child.kill('SIGTERM')
  await gone
  return ms
}
