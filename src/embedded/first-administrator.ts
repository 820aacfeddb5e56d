import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { writeSecret } from './secrets.ts'

const PASSWORD_BYTES = 18

type Credentials = { url: string; email: string; password: string }

export function credentialsFileOf(dataDir: string): string {
  return join(dataDir, 'admin-credentials.json')
}

/**
 * Where no password is configured, one is made and kept in the data folder before the account is created: a kill in between
 * must not leave an account whose password nobody knows.
 */
export function withFirstAdministrator(config: Config): Config {
  if (config.BOOTSTRAP_ADMIN_PASSWORD !== undefined) return config
  const file = credentialsFileOf(config.DATA_DIR)
  if (!existsSync(file)) {
    const password = randomBytes(PASSWORD_BYTES).toString('base64url')
    writeCredentials(file, { url: '', email: config.BOOTSTRAP_ADMIN_EMAIL, password })
  }
  const { password } = readCredentials(file)
  return { ...config, BOOTSTRAP_ADMIN_PASSWORD: password }
}

/** Tells tools on this machine where the service is and how to log in: the demo and `npm run onboard` read it. */
export function announce(config: Config, url: string, password: string): string {
  const file = credentialsFileOf(config.DATA_DIR)
  writeCredentials(file, { url, email: config.BOOTSTRAP_ADMIN_EMAIL, password })
  return file
}

/** The account has another password than the one that is kept here. */
export function forgetCredentials(config: Config): void {
  rmSync(credentialsFileOf(config.DATA_DIR), { force: true })
}

export function readCredentials(file: string): Credentials {
  return JSON.parse(readFileSync(file, 'utf8'))
}

function writeCredentials(file: string, credentials: Credentials): void {
  writeSecret(file, `${JSON.stringify(credentials, null, 2)}\n`)
}
