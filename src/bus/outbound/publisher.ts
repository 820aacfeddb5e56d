import { OUTBOUND_STREAM } from '#bus/streams.ts'
import type { Nats } from '#edge/nats/connect.ts'
import { isIdForgotten } from '#edge/nats/jetstream.ts'
import type { Tracing } from '#edge/tracing/tracing.ts'
import type { OutboundMessage } from './outbound-message.ts'
import { tracePublication } from './trace-publication.ts'

const UNACKNOWLEDGED_MAX = 256
const UNACKNOWLEDGED_BYTES_MAX = 2 ** 20
const RESPONSE_MS_MAX = 5_000
const LAST_ID_HEADER = 'Nats-Expected-Last-Msg-Id'

/** What was acknowledged is not what was to be: another process publishes, or has published. */
export class OutOfStep extends Error {
  constructor() {
    super('the stream of published events went on without this process')
    this.name = 'OutOfStep'
  }
}

/** The message before the first that is published. `id`: undefined where it is not known. */
type MessageBefore = { sequence: number; id: string | undefined }

/**
 * Publishes in order, each message with the sequence and the id of the one before it, so that none is there twice, and
 * a process that woke up late writes nothing: by its sequence alone, a message could follow those of another process,
 * also in a stream that was made again. After the first failure nothing more is sent; what is under way is awaited.
 * Returns the last sequence.
 */
export async function publishInOrder(
  nats: Nats,
  messages: readonly OutboundMessage[],
  before: MessageBefore,
  tracing?: Tracing,
): Promise<number> {
  const stream = nats.live().jetstream({ timeout: RESPONSE_MS_MAX })
  const underWay = new Set<Promise<void>>()
  let bytes = 0
  let expected = before.sequence
  let lastMsgID = before.id
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
    const lastSequence = expected
    const expect = {
      streamName: OUTBOUND_STREAM,
      lastSequence,
      ...(lastMsgID === undefined ? {} : { lastMsgID }),
    }
    // The client library puts it among the message's own headers, where an earlier try has left it.
    if (lastMsgID === undefined) headers.delete(LAST_ID_HEADER)
    const publishing = tracePublication(tracing, message, async () => {
      const { seq, duplicate } = await stream.publish(subject, payload, { msgID: id, headers, expect })
      if (duplicate || seq !== lastSequence + 1) throw new OutOfStep()
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
  if (failure === undefined) return expected
  if (before.id === undefined || !isIdForgotten(failure.error)) throw failure.error
  return publishInOrder(nats, messages, { ...before, id: undefined }, tracing)
}
