import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { LOG_FOLDER } from './log.ts'

/** Fields of requests and answers whose values may be in no log. */
const FIELDS = new Set(
  ['password', 'current_password', 'new_password', 'access_token', 'refresh_token', 'id_token', 'nonce'].concat(
    ...['secret', 'account_number', 'email', 'signature', 'challenge', 'message_content', 'push_token'],
  ),
)
/** Fields that are personal data within an object of this name. */
const PERSONAL = { beneficiary: 'name' } as const
/** Shorter ones would be found in anything. */
const LENGTH_MIN = 8
const DIGITS_MIN = 10
const LENGTH_MAX = 4_096
const DEPTH_MAX = 20

const noted = new Set<string>()

/** From now on no log of this run may hold it. */
export function noteSecret(...values: unknown[]): void {
  for (const value of values) {
    if (typeof value !== 'string' || value.length < LENGTH_MIN) continue
    if (/^\d+$/.test(value) && value.length < DIGITS_MIN) continue
    noted.add(value.slice(0, LENGTH_MAX))
  }
}

/** Notes every secret of a JSON value. */
export function noteSecretsOf(value: unknown, within = '', depth = 0): void {
  if (typeof value !== 'object' || value === null || depth > DEPTH_MAX) return
  for (const [field, inner] of Object.entries(value)) {
    if (FIELDS.has(field) || PERSONAL[within as keyof typeof PERSONAL] === field) noteSecret(inner)
    noteSecretsOf(inner, field, depth + 1)
  }
}

process.on('exit', () => {
  if (LOG_FOLDER === undefined || noted.size === 0) return
  const lines = [...noted].map(secret => `${JSON.stringify(secret)}\n`)
  appendFileSync(join(LOG_FOLDER, `${process.pid}.secrets`), lines.join(''))
})
