import type { JetStreamManager } from 'nats'
import { INBOUND_STREAM } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import { type QueuedMessage, streamIdentity } from './queued-message.ts'

/** Deletes a message that waits. In a stream that was made again, its sequence would be that of another one. */
export async function deleteWaiting(
  { streams }: JetStreamManager,
  { stream, sequence }: Pick<QueuedMessage, 'stream' | 'sequence'>,
): Promise<void> {
  const found = await nullIfMissing(streams.info(INBOUND_STREAM))
  if (found !== null && streamIdentity(found.created) === stream)
    await nullIfMissing(streams.deleteMessage(INBOUND_STREAM, sequence))
}
