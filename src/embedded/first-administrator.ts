import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Config } from '#config/config.ts'
import { readOrCreateSecret, writeSecret } from '#config/secret-file.ts'
import { OperationalError } from '#values/operational-error.ts'

const PASSWORD_BYTES = 18

const Credentials = z.object({ url: z.string(), email: z.string(), password: z.string() })
type Credentials = z.infer<typeof Credentials>

function credentialsFileOf(dataDir: string): string {
  return join(dataDir, 'admin-credentials.json')
}

/** Written before the account is created: a kill in between must not leave an account with an unknown password. */
export function firstPasswordOf({ DATA_DIR, BOOTSTRAP_ADMIN_EMAIL }: Config): string {
  const password = () => randomBytes(PASSWORD_BYTES).toString('base64url')
  const file = credentialsFileOf(DATA_DIR)
  const text = readOrCreateSecret(file, () =>
    renderCredentials({ url: '', email: BOOTSTRAP_ADMIN_EMAIL, password: password() }),
  )
  return parseCredentials(file, text).password
}

/** Null when no service wrote them, or when the administrator chose another password. */
export function readCredentials(dataDir: string): Credentials | null {
  const file = credentialsFileOf(dataDir)
  return existsSync(file) ? parseCredentials(file, readFileSync(file, 'utf8')) : null
}

function parseCredentials(file: string, text: string): Credentials {
  try {
    return Credentials.parse(JSON.parse(text))
  } catch (cause) {
    const advice = "restore it, or delete it if you know the administrator's password"
    throw new OperationalError(`${file} is damaged: ${advice}`, { cause })
  }
}

/** For tools on this machine: the demo and `npm run onboard` read it. */
export function writeCredentials(config: Config, url: string, password: string): string {
  const file = credentialsFileOf(config.DATA_DIR)
  writeSecret(file, renderCredentials({ url, email: config.BOOTSTRAP_ADMIN_EMAIL, password }))
  return file
}

export function deleteCredentials(config: Config): void {
  rmSync(credentialsFileOf(config.DATA_DIR), { force: true })
}

function renderCredentials(credentials: Credentials): string {
  return `${JSON.stringify(credentials, null, 2)}\n`
}
