import type { JetStreamManager, StoredMsg } from 'nats'
import pMap from 'p-map'
import { INBOUND_STREAM } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import { deleteWaiting } from './delete-waiting.ts'
import type { QueuedMessage } from './queued-message.ts'
import type { Settled } from './settle-message.ts'
import { parseInboundSubject } from './subject.ts'

/** Then the stream is looked at again, so that new clients do not wait. */
const MESSAGES_MAX = 1_000
const CONCURRENCY = { concurrency: 16 }

type Deps = { manager: JetStreamManager; settle(message: QueuedMessage): Promise<Settled> }

/**
 * Settles messages that no consumer delivers, of these subjects, one by one:
 *
 * - of clients that are unknown or suspended, because each consumer costs memory, here and in the broker,
 * - whose client is no name, such as `*`: the filter of a consumer for it would have another meaning,
 * - without a kind.
 */
export async function refuseUnpulled(
  { manager, settle }: Deps,
  stream: string,
  subjects: readonly string[],
): Promise<void> {
  let left = MESSAGES_MAX

  async function refuseAll(subject: string): Promise<void> {
    for (let from = 1; left > 0; left -= 1) {
      // As a filter `*` and `>` are wildcards, so other messages may come too.
      const found = await nextOf(manager, from, subject)
      if (found === null) return
      from = found.seq + 1
      const message = queuedMessage(found, stream)
      if (found.subject === subject && (await settle(message)) === 'done') await deleteWaiting(manager, message)
    }
  }

  await pMap(subjects, refuseAll, CONCURRENCY)
}

function queuedMessage({ subject, data: payload, seq: sequence, time }: StoredMsg, stream: string): QueuedMessage {
  return { ...parseInboundSubject(subject), payload, stream, sequence, published_at: time.toISOString() }
}

/** The server lists bytes that are no UTF-8 as U+FFFD, and so it shows them in the subject of a message. */
function filterOf(subject: string): string {
  return subject
    .split('.')
    .map(token => (token.includes('\ufffd') ? '*' : token))
    .join('.')
}

async function nextOf(manager: JetStreamManager, seq: number, subject: string): Promise<StoredMsg | null> {
  // The server knows this form since 2.9, the types of the client do not.
  const query = { seq, next_by_subj: filterOf(subject) } as { seq: number }
  return nullIfMissing(manager.streams.getMessage(INBOUND_STREAM, query))
}
