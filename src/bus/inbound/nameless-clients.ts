import type { JetStreamManager, StoredMsg } from 'nats'
import { INBOUND_STREAM } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import { fieldRejection } from '#values/errors.ts'
import type { DeadLetters } from './dead-letters.ts'
import type { InboundMetrics } from './metrics.ts'
import { isToken, parseInboundSubject } from './subject.ts'

const LOOKED_AT_MAX = 1_000
const NO_CLIENT = fieldRejection('INVALID_REQUEST', [{ field: 'client_id', reason: 'is not a known client' }])
const NO_KIND = fieldRejection('INVALID_REQUEST', [{ field: 'kind', reason: 'is not a known kind' }])

type Deps = { manager: JetStreamManager; deadLetters: DeadLetters; metrics: InboundMetrics }

/**
 * Refuses messages whose client is no name, such as `*`: the filter of a consumer for it would have another meaning;
 * and those without a kind, which no consumer delivers.
 * They are found one by one, which is slow; permissions keep them away.
 */
export async function refuseNameless(
  { manager, deadLetters, metrics }: Deps,
  stream: string,
  subjects: readonly string[],
): Promise<void> {
  const wanted = new Set(subjects)
  for (const subject of wanted) {
    let from = 1
    for (let looked = 0; looked < LOOKED_AT_MAX; looked += 1) {
      // As a filter `*` and `>` are wildcards, so other messages may come too.
      const found = await nextOf(manager, from, subject)
      if (found === null) break
      if (found.subject === subject) {
        const { client_id, kind } = parseInboundSubject(subject)
        const refusal = isToken(client_id) ? NO_KIND : NO_CLIENT
        const published_at = found.time.toISOString()
        await deadLetters.put(
          { client_id, kind, payload: found.data, stream, sequence: found.seq, published_at },
          refusal,
        )
        await manager.streams.deleteMessage(INBOUND_STREAM, found.seq)
        metrics.count({ client_id, kind }, 'bad')
      }
      from = found.seq + 1
    }
  }
}

async function nextOf(manager: JetStreamManager, seq: number, subject: string): Promise<StoredMsg | null> {
  // The server knows this form since 2.9, the types of the client do not.
  const query = { seq, next_by_subj: subject } as { seq: number }
  return nullIfMissing(manager.streams.getMessage(INBOUND_STREAM, query))
}
