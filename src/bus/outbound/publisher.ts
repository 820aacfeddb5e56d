import { OUTBOUND_STREAM } from '#bus/streams.ts'
import type { Nats } from '#edge/nats/connect.ts'
import type { Tracing } from '#edge/tracing/tracing.ts'
import type { OutboundMessage } from './outbound-message.ts'
import { tracePublication } from './trace-publication.ts'

const UNACKNOWLEDGED_MAX = 256
const UNACKNOWLEDGED_BYTES_MAX = 2 ** 20
const RESPONSE_MS_MAX = 5_000

/** What was acknowledged is not what was to be: another process publishes, or has published. */
export class OutOfStep extends Error {
  constructor() {
    super('the stream of published events went on without this process')
    this.name = 'OutOfStep'
  }
}

/**
 * Publishes in order, each message with the sequence and the id of the one before it, so that none is there twice, and
 * a process that woke up late writes nothing: by its sequence alone, a message could follow those of another process.
 * After the first failure nothing more is sent; what is under way is awaited. Returns the last sequence.
 */
export async function publishInOrder(
  nats: Nats,
  messages: readonly OutboundMessage[],
  lastSequence: number,
  tracing?: Tracing,
): Promise<number> {
  const stream = nats.live().jetstream({ timeout: RESPONSE_MS_MAX })
  const underWay = new Set<Promise<void>>()
  let bytes = 0
  let expected = lastSequence
  /** Not for the first: a server that was started again may have forgotten the id of its last message. */
  let lastMsgID: string | undefined
  let failure: { error: unknown } | undefined

  for (const message of messages) {
    const { subject, payload: text, headers, id } = message
    const payload = Buffer.from(text)
    while (
      failure === undefined &&
      (underWay.size >= UNACKNOWLEDGED_MAX || (bytes > 0 && bytes + payload.length > UNACKNOWLEDGED_BYTES_MAX))
    )
      await Promise.race(underWay)
    if (failure !== undefined) break
    const before = expected
    const expect = {
      streamName: OUTBOUND_STREAM,
      lastSequence: before,
      ...(lastMsgID === undefined ? {} : { lastMsgID }),
    }
    const publishing = tracePublication(tracing, message, async () => {
      const { seq, duplicate } = await stream.publish(subject, payload, { msgID: id, headers, expect })
      if (duplicate || seq !== before + 1) throw new OutOfStep()
    })
      .catch(error => {
        failure ??= { error }
      })
      .finally(() => {
        bytes -= payload.length
        underWay.delete(publishing)
      })
    underWay.add(publishing)
    bytes += payload.length
    expected += 1
    lastMsgID = id
  }
  await Promise.all(underWay)
  if (failure !== undefined) throw failure.error
  return expected
}
