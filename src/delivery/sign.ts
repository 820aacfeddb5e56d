import { createHmac, createSecretKey, type KeyObject } from 'node:crypto'
import { standardKey } from '#domain/webhooks/secret.ts'

/** One version of an endpoint's secret, ready to sign. */
export type SigningKey = { version: number; own: KeyObject; standard: KeyObject; expiresAtMs: number }

export function signingKey(version: number, secret: string, expiresAt: string | null): SigningKey {
  return {
    version,
    own: createSecretKey(Buffer.from(secret, 'utf8')),
    standard: createSecretKey(standardKey(secret)),
    expiresAtMs: expiresAt === null ? Number.POSITIVE_INFINITY : Date.parse(expiresAt),
  }
}

type Signed = { eventId: string; webhookId: string; body: Buffer; at: Date }

/**
 * The headers of a delivery. `X-Service-*` is the spec's scheme: hex HMAC-SHA256 over `<timestamp>.<raw body>`, always one
 * value, by the newest key; the key before it signs beside it until its time is over. `webhook-*` is Standard Webhooks, which
 * signs the event id too and lists both. `keys` are newest first.
 */
export function signatureHeaders(keys: readonly SigningKey[], { eventId, webhookId, body, at }: Signed) {
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const valid = keys.filter((key, index) => index === 0 || key.expiresAtMs > at.getTime())
  const own = valid.map(key => hmac(key.own, `${timestamp}.`, body).digest('hex'))
  const standard = valid.map(key => `v1,${hmac(key.standard, `${eventId}.${timestamp}.`, body).digest('base64')}`)
  return {
    'x-service-signature': own[0] ?? '',
    ...(own[1] === undefined ? {} : { 'x-service-signature-previous': own[1] }),
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
