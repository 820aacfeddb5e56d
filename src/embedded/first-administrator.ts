import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#config.ts'
import { secretOnce, writeSecret } from '#secret-file.ts'

const PASSWORD_BYTES = 18

type Credentials = { url: string; email: string; password: string }

function credentialsFileOf(dataDir: string): string {
  return join(dataDir, 'admin-credentials.json')
}

/**
 * Made and kept in the data folder before the account is created: a kill in between must not leave an account whose password
 * nobody knows.
 */
export function firstPasswordOf({ DATA_DIR, BOOTSTRAP_ADMIN_EMAIL }: Config): string {
  const password = () => randomBytes(PASSWORD_BYTES).toString('base64url')
  const text = secretOnce(credentialsFileOf(DATA_DIR), () =>
    textOf({ url: '', email: BOOTSTRAP_ADMIN_EMAIL, password: password() }),
  )
  return (JSON.parse(text) as Credentials).password
}

/** Tells tools on this machine where the service is and how to log in: the demo and `npm run onboard` read it. */
export function announce(config: Config, url: string, password: string): string {
  const file = credentialsFileOf(config.DATA_DIR)
  writeSecret(file, textOf({ url, email: config.BOOTSTRAP_ADMIN_EMAIL, password }))
  return file
}

/** The account has another password than the one that is kept here. */
export function forgetCredentials(config: Config): void {
  rmSync(credentialsFileOf(config.DATA_DIR), { force: true })
}

function textOf(credentials: Credentials): string {
  return `${JSON.stringify(credentials, null, 2)}\n`
}
