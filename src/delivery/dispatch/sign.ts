import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { standardKey } from '#domain/webhooks/secret.ts'

export type SigningKey = { version: number; own: KeyObject; standard: KeyObject; expiresAtMs: number }

export function signingKey(version: number, secret: string, expiresAt: string | null): SigningKey {
  return {
    version,
    own: createSecretKey(Buffer.from(secret, 'utf8')),
    standard: createSecretKey(standardKey(secret)),
    expiresAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
  }
}

/** `attempt` is the number in the body, 1 for the first. */
type Signed = { eventId: string; webhookId: string; attempt: number; body: Buffer; at: Date }

/**
 * Sources: the spec, Standard Webhooks for `webhook-*` (src/delivery/README.md). Attempts use the valid keys in turn,
 * so that a receiver with any one secret accepts one of the first attempts. `keys` are newest first.
 */
export function signatureHeaders(keys: readonly SigningKey[], { eventId, webhookId, attempt, body, at }: Signed) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const valid = keys.filter((key, index) => index === 0 || key.expiresAtMs > at.getTime())
  const own = valid.map(key => hmac(key.own, `${timestamp}.`, body).digest('hex'))
  const [signature = ''] = own.splice((attempt - 1) % valid.length, 1)
  const standard = valid.map(key => `v1,${hmac(key.standard, `${eventId}.${timestamp}.`, body).digest('base64')}`)
  return {
    'x-service-signature': signature,
    ...(own.length === 0 ? {} : { 'x-service-signature-previous': own.join(',') }),
    'x-service-timestamp': timestamp,
    'x-service-event-id': eventId,
    'x-service-webhook-id': webhookId,
    'webhook-id': eventId,
    'webhook-timestamp': timestamp,
    'webhook-signature': standard.join(' '),
  }
}

function hmac(key: KeyObject, prefix: string, body: Buffer) {
  return createHmac('sha256', key).update(prefix).update(body)
}
