import type { Msg } from 'nats'

/**
 * A message of a pull, with its acknowledgements. The client's own pull keeps its subscription when it is stopped, and
 * what the broker sends then is lost until it is sent again.
 */
export type PulledMessage = {
  subject: string
  data: Uint8Array
  traceparent: string | undefined
  sequence: number
  publishedAt: Date
  isRedelivered: boolean
  ack(): void
  /** Not now: again after so many milliseconds, to any process. */
  nak(inMs?: number): void
  /** It is worked on: `ack_wait` begins again. */
  working(): void
}

const NS_PER_MS = 1_000_000n
/** Source: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACEPARENT = /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/
/** `$JS.ACK`, then since 2.10 maybe domain and account; then stream and consumer. */
const TOKENS_WITH_ACCOUNT_MIN = 11

/** Source: https://docs.nats.io/reference/reference-protocols/nats_api_reference, "Acknowledging Messages". */
export function pulledMessage(message: Msg): PulledMessage {
  const tokens = (message.reply ?? '').split('.')
  const [, , delivered, sequence, _ofConsumer, timestamp] = tokens.slice(
    tokens.length >= TOKENS_WITH_ACCOUNT_MIN ? 4 : 2,
  )
  const respond = (payload: string) => void message.respond(payload)
  return {
    subject: message.subject,
    data: message.data,
    traceparent: traceparentOf(message),
    sequence: Number(sequence),
    isRedelivered: Number(delivered) > 1,
    publishedAt: new Date(Number(BigInt(timestamp ?? 0) / NS_PER_MS)),
    ack: () => respond('+ACK'),
    nak: inMs => respond(inMs === undefined ? '-NAK' : `-NAK ${JSON.stringify({ delay: inMs * 1_000_000 })}`),
    working: () => respond('+WPI'),
  }
}

/**
 * Undefined unless it is one: senders can write anything there, such as a NUL, which could never be stored, and headers
 * that the client library does not read.
 */
function traceparentOf(message: Msg): string | undefined {
  try {
    const text = message.headers?.get('traceparent') ?? ''
    return TRACEPARENT.test(text) ? text : undefined
  } catch {
    return undefined
  }
}
