import { randomBytes } from 'node:crypto'

/** Source: Standard Webhooks, "Signature scheme": `whsec_` and the base64 of the bytes, here 32 random ones. */
const PREFIX = 'whsec_'
const RANDOM_BYTES = 32
export const SECRET_CHARS_MIN = 16
export const SECRET_CHARS_MAX = 256
/** Printable ASCII without the space: configuration files and environment variables keep it unchanged. */
export const SECRET_PATTERN = /^[\x21-\x7e]+$/

export function generateSecret(): string {
  return PREFIX + randomBytes(RANDOM_BYTES).toString('base64')
}

export function secretSealContext(webhookId: string, version: number): string {
  return `${webhookId}|secret|${version}`
}

/**
 * The key of the Standard Webhooks signature: the bytes behind `whsec_`, or else the text itself. (The key of
 * `X-Service-Signature` is always the secret's text.)
 */
export function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : ''
  const bytes = Buffer.from(encoded, 'base64')
  return encoded !== '' && bytes.toString('base64') === encoded ? bytes : Buffer.from(secret, 'utf8')
}
