import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '#config.ts'
import { type Replacements, type Running, start } from '#main.ts'
import { type Client, logIn, type Observe } from './client.ts'

export const ADMIN = { email: 'admin@example.com', password: 'correct horse battery' }

/** Real parts, fast times, silent log. Anything can be overridden by name. */
export function testEnvironment(overrides: Record<string, string> = {}): Record<string, string> {
  return {
    PORT: '0',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'service-')),
    LOG_LEVEL: 'silent',
    SANDBOX_SPEED: '1000',
    REFUND_CANCEL_WINDOW_MS: '50',
    BOOTSTRAP_ADMIN_EMAIL: ADMIN.email,
    BOOTSTRAP_ADMIN_PASSWORD: ADMIN.password,
    ...overrides,
  }
}

export type TestService = Running & {
  environment: Record<string, string>
  /** Logged in as the first administrator. */
  admin: Client
  /** Stops the service and removes its data. */
  end(): Promise<void>
}

/** The whole service in this process, on data of its own, as `npm start` runs it. */
export async function startTestService(
  overrides: Record<string, string> = {},
  replacements: Replacements = {},
  observe?: Observe,
): Promise<TestService> {
  const environment = testEnvironment(overrides)
  const running = await start(readConfig(environment), replacements)
  return {
    ...running,
    environment,
    admin: await logIn(running.url, ADMIN.email, ADMIN.password, observe),
    async end() {
      await running.stop()
      rmSync(environment.DATA_DIR!, { recursive: true, force: true })
    },
  }
}
