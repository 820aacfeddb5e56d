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

/** `attempt`: the number that the body names, 1 for the first; a manual attempt has one of its own, so no number is left out. */
type Signed = { eventId: string; webhookId: string; attempt: number; body: Buffer; at: Date }

/**
 * The headers of a delivery. `X-Service-*` is the spec's scheme: hex HMAC-SHA256 over `<timestamp>.<raw body>`, always one
 * value. While several keys are valid, which one makes it goes round with the attempts, from the newest: a receiver that knows
 * no header but the spec's and only one of the secrets, whichever, takes the event at one of the first attempts. The values of
 * the other keys stand beside it. `webhook-*` is Standard Webhooks, which signs the event id too and lists all. `keys` are
 * newest first.
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
