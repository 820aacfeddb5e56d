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
  ack(): void
  /** Not now: again after so many milliseconds, to any process. */
  nak(inMs?: number): void
  /** It is worked on: `ack_wait` begins again. */
  working(): void
}

const NS_PER_MS = 1_000_000n
/** `$JS.ACK`, then since 2.10 maybe domain and account; then stream and consumer. */
const TOKENS_WITH_ACCOUNT_MIN = 11

/** Source: https://docs.nats.io/reference/reference-protocols/nats_api_reference, "Acknowledging Messages". */
export function pulledMessage(message: Msg): PulledMessage {
  const tokens = (message.reply ?? '').split('.')
  const [, , _delivered, sequence, _ofConsumer, timestamp] = tokens.slice(
    tokens.length >= TOKENS_WITH_ACCOUNT_MIN ? 4 : 2,
  )
  const respond = (payload: string) => void message.respond(payload)
  return {
    subject: message.subject,
    data: message.data,
    traceparent: message.headers?.get('traceparent') || undefined,
    sequence: Number(sequence),
    publishedAt: new Date(Number(BigInt(timestamp ?? 0) / NS_PER_MS)),
    ack: () => respond('+ACK'),
    nak: inMs => respond(inMs === undefined ? '-NAK' : `-NAK ${JSON.stringify({ delay: inMs * 1_000_000 })}`),
    working: () => respond('+WPI'),
  }
}
