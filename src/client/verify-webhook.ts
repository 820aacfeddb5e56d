import { createHmac, timingSafeEqual } from 'node:crypto'
import type { WebhookEvent } from './types.ts'

/** Source: the spec's reference verification. */
const TOLERANCE_S = 300

/** From node:http, fetch or a plain object; names in any case. */
export type WebhookHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>

export type WebhookProblem =
  | 'missing_signature'
  | 'malformed_timestamp'
  /** Further than the tolerance from this machine's clock: a replay, or a wrong clock. */
  | 'timestamp_out_of_tolerance'
  | 'signature_mismatch'
  /** Signed, but not an event or not the event that the headers name. */
  | 'malformed_event'

/** Respond 400 to such a delivery and ignore it. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError'
  readonly reason: WebhookProblem

  constructor(reason: WebhookProblem, message: string) {
    super(message)
    this.reason = reason
  }
}

export type VerifyOptions = { toleranceS?: number; nowMs?: number }

/**
 * Returns the event of a delivery that is signed with one of the secrets, or throws WebhookVerificationError. `rawBody`
 * must be the unparsed bytes. Deliveries repeat: ignore an `event.id` you have seen.
 */
export function verifyWebhook(
  rawBody: string | Uint8Array,
  headers: WebhookHeaders,
  secret: string | readonly string[],
  { toleranceS = TOLERANCE_S, nowMs = Date.now() }: VerifyOptions = {},
): WebhookEvent {
  const secrets = (typeof secret === 'string' ? [secret] : secret).filter(one => one !== '')
  if (secrets.length === 0) throw new TypeError('verifyWebhook needs a secret')
  const body = typeof rawBody === 'string' ? Buffer.from(rawBody) : Buffer.from(rawBody)
  const { timestamp, signatures, expected } = schemeOf(headers, body)
  if (signatures.length === 0 || timestamp === '')
    throw new WebhookVerificationError('missing_signature', 'the delivery has no signature or no timestamp')
  if (!/^\d+$/.test(timestamp))
    throw new WebhookVerificationError('malformed_timestamp', 'the timestamp is not Unix seconds')
  const offS = Math.abs(nowMs / 1_000 - Number(timestamp))
  if (offS > toleranceS)
    throw new WebhookVerificationError('timestamp_out_of_tolerance', `the timestamp is ${Math.round(offS)} s off`)
  // Compares every pair, so that the time does not reveal which one matches.
  const fits = secrets.flatMap(one => signatures.map(given => isEqual(given, expected(one)))).includes(true)
  if (!fits) throw new WebhookVerificationError('signature_mismatch', 'no signature fits body, timestamp and secret')
  return eventOf(body, headers)
}

type Scheme = { timestamp: string; signatures: Buffer[]; expected(secret: string): Buffer }

/** `X-Service-*`, or Standard Webhooks when a proxy has dropped them. */
function schemeOf(headers: WebhookHeaders, body: Buffer): Scheme {
  const signature = headerOf(headers, 'x-service-signature')
  if (signature !== '') {
    const timestamp = headerOf(headers, 'x-service-timestamp')
    const all = [signature, ...headerOf(headers, 'x-service-signature-previous').split(',')]
    return {
      timestamp,
      signatures: all.map(value => Buffer.from(value.trim(), 'hex')).filter(({ length }) => length > 0),
      expected: secret => createHmac('sha256', secret).update(`${timestamp}.`).update(body).digest(),
    }
  }
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const all = headerOf(headers, 'webhook-signature').split(' ')
  return {
    timestamp,
    signatures: all.filter(value => value.startsWith('v1,')).map(value => Buffer.from(value.slice(3), 'base64')),
    expected: secret => createHmac('sha256', standardKey(secret)).update(`${id}.${timestamp}.`).update(body).digest(),
  }
}

/** Standard Webhooks signs with the decoded bytes after `whsec_`, X-Service-Signature with the secret's text. */
function standardKey(secret: string): Buffer {
  const encoded = secret.startsWith('whsec_') ? secret.slice('whsec_'.length) : ''
  const bytes = Buffer.from(encoded, 'base64')
  return encoded !== '' && bytes.toString('base64') === encoded ? bytes : Buffer.from(secret)
}

function isEqual(given: Buffer, expected: Buffer): boolean {
  return given.length === expected.length && timingSafeEqual(given, expected)
}

function headerOf(headers: WebhookHeaders, name: string): string {
  if (typeof headers.get === 'function') return headers.get(name) ?? ''
  const [, value = ''] = Object.entries(headers).find(([given]) => given.toLowerCase() === name) ?? []
  return typeof value === 'string' ? value : value.join(',')
}

/** X-Service-Signature does not cover the id header: a changed one would pass for another event. */
function eventOf(body: Buffer, headers: WebhookHeaders): WebhookEvent {
  const event = parsed(body)
  const named = headerOf(headers, 'x-service-event-id') || headerOf(headers, 'webhook-id')
  if (event === null || (named !== '' && named !== event.id))
    throw new WebhookVerificationError('malformed_event', 'the body is not the event that the headers name')
  return event
}

function parsed(body: Buffer): WebhookEvent | null {
  try {
    const value = JSON.parse(body.toString('utf8'))
    return typeof value?.id === 'string' && typeof value.type === 'string' ? value : null
  } catch {
    return null
  }
}
