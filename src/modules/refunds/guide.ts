import type { Config } from '#config/config.ts'
import { RETRIES_MAX } from '#domain/refunds/decider.ts'
import { markdownTable, type Section } from '#http/openapi/document-parts.ts'
import type { RefundConfig } from '#services/refunds/config.ts'
import { SANDBOX_DIGITS, type SandboxOutcome, sandboxOutcome } from '#services/refunds/payments/sandbox-outcome.ts'

const idempotency = (ttlS: number): Section => ({
  title: 'Idempotency',
  text: `\`POST /refund/request\` requires an \`Idempotency-Key\`: 1 to 255 printable ASCII characters, one for each intended refund, best a
UUID. Make it before the first attempt, store it with your own record, and repeat the request with the same key and the same body
whenever its outcome is unknown: after a time-out, a lost connection or a 5xx. The money moves once.

${markdownTable(
  ['The key was used within its lifetime', 'Answer'],
  [
    ['never, or only by requests that were refused', '201: the refund is recorded'],
    [
      'for the same request, which is pending or processing',
      '409 `IDEMPOTENCY_IN_PROGRESS` with `details.refund_id` and `Retry-After`',
    ],
    [
      'for the same request, which is finished',
      '200 with the refund in its current state, `Idempotent-Replayed: true` and `duplicate`',
    ],
    ['for a different request', '422 `IDEMPOTENCY_KEY_REUSED`'],
  ],
)}

A key is valid for ${formatDuration(ttlS)} from the request that used it, for your client only. Recording a transaction needs no key: a
repeat with the same content counts as a duplicate. Cancelling, retrying and voiding need no key either: a repeat is refused with
REFUND_006. A failed refund can be retried ${RETRIES_MAX} times.`,
})

const sandbox = (speed: number): Section => ({
  title: 'Sandbox accounts',
  text: `This service pays through a sandbox: no money moves. The last four digits of the beneficiary's account number select the
outcome of the refund. Use national numbers such as \`7000440001\`, or any valid IBAN that ends in these digits.

${markdownTable(
  ['Last four digits', 'What happens'],
  [
    ...SANDBOX_DIGITS.map(digits => [`\`${digits}\``, describeOutcome(sandboxOutcome(digits, digits))]),
    ['anything else', 'The refund is paid after 5 to 30 seconds, always the same time for the same refund.'],
  ],
)}${speed === 1 ? '' : `\n\nThe sandbox of this service is ${speed} times as fast.`}`,
})

function describeOutcome({ isDown, dropsFirstResponse, reason, settlesAfterMs }: SandboxOutcome): string {
  if (isDown) return 'The provider is down: the request is refused with `REFUND_009`.'
  if (reason !== null)
    return `The refund fails with \`failure_reason\` ${reason}; it can be retried with another account.`
  if (dropsFirstResponse) return 'The network does not answer at first; the refund is still paid, once.'
  return settlesAfterMs === 0
    ? 'The refund is paid at once.'
    : `The refund is paid after ${settlesAfterMs / 1_000} seconds.`
}

function formatDuration(seconds: number): string {
  return seconds % 3_600 === 0 ? `${seconds / 3_600} hours` : `${seconds} seconds`
}

/** Only where the sandbox pays. */
export const refundGuide = ({
  IDEMPOTENCY_TTL_S,
  PAYMENT_NETWORK,
  SANDBOX_SPEED,
}: Config & RefundConfig): Section[] => [
  idempotency(IDEMPOTENCY_TTL_S),
  ...(PAYMENT_NETWORK === 'sandbox' ? [sandbox(SANDBOX_SPEED)] : []),
]
