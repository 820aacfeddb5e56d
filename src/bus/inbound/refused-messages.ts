import { headers as createHeaders, type JetStreamClient, type JetStreamManager, type StoredMsg } from 'nats'
import { DEAD_STREAM, INBOUND_STREAM, INBOUND_SUBJECT } from '#bus/streams.ts'
import { nullIfMissing } from '#edge/nats/jetstream.ts'
import type { Service } from '#service.ts'
import { DEAD_HEADERS } from './dead-letters.ts'
import { deleteWaiting } from './delete-waiting.ts'
import { isRefusedOfErased } from './erased-person.ts'
import type { InboundKind } from './inbound-kind.ts'
import { streamIdentity } from './queued-message.ts'
import { parseDeadSubject } from './subject.ts'

/** A refused message. `client_id` and `kind` are null where they are no names. */
export type RefusedMessage = {
  sequence: number
  client_id: string | null
  kind: string | null
  code: string
  /** The field, if any, and the reason. */
  reason: string
  published_at: string
  stored: StoredMsg
}

export async function* listRefused(manager: JetStreamManager): AsyncGenerator<RefusedMessage> {
  const info = await nullIfMissing(manager.streams.info(DEAD_STREAM))
  if (info === null) return
  for (let from = info.state.first_seq; from <= info.state.last_seq; ) {
    const stored = await nextFrom(manager, from)
    if (stored === null) return
    yield refusedMessage(stored)
    from = stored.seq + 1
  }
}

/** Null where it is not there: purged, past its time, or sent again. */
export async function findRefused(manager: JetStreamManager, sequence: number): Promise<RefusedMessage | null> {
  const stored = await nullIfMissing(manager.streams.getMessage(DEAD_STREAM, { seq: sequence }))
  return stored === null ? null : refusedMessage(stored)
}

/** 'sent': it waits in the inbound stream. 'erased': it was from before the erasure of its person, and is deleted. */
export type RetryOutcome = 'sent' | 'erased' | 'cut' | 'nameless' | 'duplicate'

/** Sends a message again as it came. It is deleted last, so that a failure leaves it. Rejects where NATS refuses it. */
export async function retryRefused(
  {
    manager,
    stream,
    kinds,
    ...service
  }: Pick<Service, 'execute' | 'vault'> & {
    manager: JetStreamManager
    stream: JetStreamClient
    kinds: readonly InboundKind[]
  },
  { client_id, kind, published_at, stored }: RefusedMessage,
): Promise<RetryOutcome> {
  if (client_id === null || kind === null) return 'nameless'
  if (stored.header.get(DEAD_HEADERS.length) !== '') return 'cut'
  const message = { client_id, published_at, payload: stored.data }
  const isErased = () =>
    isRefusedOfErased(
      service,
      message,
      kinds.find(one => one.kind === kind),
    )
  // By its subject, which no other one has: after a loss of the stream its sequence may be another one's.
  const forget = () => manager.streams.purge(DEAD_STREAM, { filter: stored.subject })
  if (await isErased()) {
    await forget()
    return 'erased'
  }
  const headers = createHeaders()
  const traceparent = stored.header.get(DEAD_HEADERS.traceparent)
  if (traceparent !== '') headers.set(DEAD_HEADERS.traceparent, traceparent)
  const { created } = await manager.streams.info(INBOUND_STREAM)
  const { duplicate, seq: sequence } = await stream.publish(`${INBOUND_SUBJECT}.${client_id}.${kind}`, stored.data, {
    headers,
  })
  if (duplicate) return 'duplicate'
  // The new message is from after an erasure that came in between.
  const isErasedNow = await isErased()
  if (isErasedNow) await deleteWaiting(manager, { stream: streamIdentity(created), sequence })
  await forget()
  return isErasedNow ? 'erased' : 'sent'
}

function refusedMessage(stored: StoredMsg): RefusedMessage {
  const { seq: sequence, header, subject, time } = stored
  const field = header.get(DEAD_HEADERS.field)
  const reason = header.get(DEAD_HEADERS.reason)
  const { client_id, kind } = parseDeadSubject(subject) ?? { client_id: null, kind: null }
  return {
    ...{ sequence, client_id, kind, stored },
    code: header.get(DEAD_HEADERS.code),
    reason: field === '' ? reason : `${field} ${reason}`,
    published_at: header.get(DEAD_HEADERS.publishedAt) || time.toISOString(),
  }
}

/** Sequences have gaps: the first message at or after this one. */
async function nextFrom(manager: JetStreamManager, seq: number): Promise<StoredMsg | null> {
  // The server knows this form since 2.9, the types of the client do not.
  const query = { seq, next_by_subj: '>' } as { seq: number }
  return nullIfMissing(manager.streams.getMessage(DEAD_STREAM, query))
}
