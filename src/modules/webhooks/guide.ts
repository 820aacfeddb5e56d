import type { Config } from '#config/config.ts'
import { retryDelayMs, TRIES_MAX } from '#delivery/dispatch/retry-schedule.ts'
import { DELIVERY_LIMITS } from '#delivery/limits.ts'
import { SECRETS_MAX } from '#domain/webhooks/state.ts'
import { markdownTable, type Section } from '#http/openapi/document-parts.ts'
import type { WebhookConfig } from '#services/webhooks/config.ts'

const verification = (graceS: number): Section => ({
  title: 'Verifying deliveries',
  text: `Every delivery is signed with the endpoint's secret, which is shown once: when the endpoint is registered or its secret is rotated.
\`X-Service-Signature\` is the hex HMAC-SHA256 of \`<X-Service-Timestamp>.<raw body>\`, keyed with the secret's text:

\`\`\`sh
printf '%s.%s' "$TIMESTAMP" "$BODY" | openssl dgst -sha256 -hmac "$SECRET"
\`\`\`

\`\`\`js
import { createHmac, timingSafeEqual } from 'node:crypto'

function isAuthentic(rawBody, headers, secret) {
  const timestamp = headers['x-service-timestamp']
  const isFresh = Math.abs(Date.now() / 1000 - Number(timestamp)) <= 300
  const expected = createHmac('sha256', secret).update(\`\${timestamp}.\`).update(rawBody).digest()
  const given = Buffer.from(headers['x-service-signature'] ?? '', 'hex')
  return isFresh && given.length === expected.length && timingSafeEqual(given, expected)
}
\`\`\`

\`\`\`python
import hashlib, hmac, time

def is_authentic(raw_body: bytes, headers, secret: str) -> bool:
    timestamp = headers.get("X-Service-Timestamp", "")
    given = headers.get("X-Service-Signature", "")
    signed = timestamp.encode() + b"." + raw_body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    fits = hmac.compare_digest(expected.encode(), given.encode())
    return fits and timestamp.isdigit() and abs(time.time() - int(timestamp)) <= 300
\`\`\`

Verify the bytes as they arrived, before parsing; refuse a timestamp that differs from your clock by more than 300 seconds; compare in constant
time; drop repeats by \`X-Service-Event-ID\`, because delivery is at least once.

A replaced secret stays valid for ${graceS % 3_600 === 0 ? `${graceS / 3_600} hours` : `${graceS} seconds`}, and ${SECRETS_MAX} are valid at once at most. While k are valid, attempt n signs \`X-Service-Signature\` with
number (n − 1) mod k of them, newest first; \`X-Service-Signature-Previous\` has the signatures of the others, comma-separated. The
headers of Standard Webhooks (\`webhook-id\`, \`webhook-timestamp\`, \`webhook-signature\`) are sent as well, for its libraries; they list a
signature for every valid secret.`,
})

const retries = (baseMs: number): Section => ({
  title: 'Retries',
  text: `A delivery has succeeded when your endpoint answers with a 2xx status within ${DELIVERY_LIMITS.attemptMs / 1_000} seconds. Any other response is followed by another attempt,
${TRIES_MAX} attempts in all; delays vary by up to 10 %, and your \`Retry-After\` can double a delay, never shorten it. A redirect is a failure and is
not followed.

${markdownTable(['Attempt', 'After the previous', 'After the first'], scheduleRows(baseMs))}

Then the delivery is \`failed\` and your other endpoints get \`webhook.delivery_exhausted\`; \`POST /webhooks/{webhook_id}/recover\` sends
again what failed, and \`…/deliveries/{delivery_id}/retry\` one delivery. With
\`mode: replay\` it sends all events of a time range again, each object’s events in order and marked \`metadata.replay\`. An endpoint that answers 410 is disabled at once, one that
fails on seven days in a row (UTC, at least one failure and no success each) as well; your other endpoints get
\`webhook.disabled\`. Deliveries are kept for ${DELIVERY_LIMITS.retentionDays} days. Order is not guaranteed.`,
})

/** The middle of each random delay. */
const MIDDLE = 0.5

function scheduleRows(baseMs: number): string[][] {
  let sinceFirstMs = 0
  const later = Array.from({ length: TRIES_MAX - 1 }, (_, index) => {
    const gap = retryDelayMs(baseMs, index + 1, MIDDLE)
    sinceFirstMs += gap
    return [String(index + 2), duration(gap), duration(sinceFirstMs)]
  })
  return [['1', '–', '–'], ...later]
}

function duration(ms: number): string {
  const s = Math.round(ms / 1_000)
  if (s < 1) return `${Math.round(ms)} ms`
  const parts = [
    [Math.floor(s / 3_600), 'h'],
    [Math.floor((s % 3_600) / 60), 'min'],
    [s % 60, 's'],
  ] as const
  return parts
    .filter(([count]) => count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

export const webhookGuide = ({
  WEBHOOK_ROTATION_GRACE_S,
  WEBHOOK_RETRY_BASE_MS,
}: Config & WebhookConfig): Section[] => [verification(WEBHOOK_ROTATION_GRACE_S), retries(WEBHOOK_RETRY_BASE_MS)]
