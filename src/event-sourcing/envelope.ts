import { derivedUuid } from '#values/ids.ts'
import type { Context } from './context.ts'
import { type DomainEvent, METADATA_VERSION, type Recorded } from './decider.ts'
import type { NewEvent } from './event-store.ts'
import { linkHasher } from './hash-chain.ts'

/** Times never decrease within a stream, even when the clock is set back: the state at a time is a prefix of it. */
export function addEnvelopes<E extends DomainEvent>(
  stream: string,
  from: { revision: number; hash: string | null; at: string | null },
  events: E[],
  context: Context,
): Recorded<E>[] {
  const { actor, request_id, command_id, correlation_id, causation_id } = context
  const now = context.now.toISOString()
  const at = from.at !== null && from.at > now ? from.at : now
  const shared = { v: METADATA_VERSION, at, actor, request_id, correlation_id, causation_id } as const
  let { revision, hash: prev_hash } = from
  return events.map(({ type, data }) => {
    revision += 1
    const hashWith = linkHasher(prev_hash, { ...shared, stream, revision, type, data })
    // The id covers everything: two processes that run one command at once write different events. The store compares
    // ids only, so with equal ids it would confirm an event that it did not store, and the next hash would not follow.
    const id = derivedUuid(stream, revision, type, command_id, hashWith(undefined))
    const metadata = { ...shared, prev_hash, hash: hashWith(id) }
    prev_hash = metadata.hash
    return { type, data, id, stream, revision, at, metadata } as Recorded<E>
  })
}

export function toNewEvent({ id, type, data, metadata }: Recorded<DomainEvent>): NewEvent {
  return { id, type, data, metadata }
}
