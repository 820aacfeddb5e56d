import type { DomainEvent, EventMetadata, Recorded } from '#decider.ts'

type RecordedByClient = {
  id: string
  streamId: string
  revision: bigint
  type: string
  data: unknown
  metadata: unknown
}

/** The store's own event that ends a stream for ever is in that stream, and none of ours. */
export function isOfTheStore({ type }: { type: string }): boolean {
  return type.startsWith('$')
}

/** An event of the client as the application knows it. */
export function recorded(event: RecordedByClient): Recorded<DomainEvent> {
  const metadata = event.metadata as EventMetadata | undefined
  if (typeof metadata?.at !== 'string')
    throw new Error(`the event at ${event.revision} of ${event.streamId} was not written by this service`)
  return {
    id: event.id,
    stream: event.streamId,
    revision: Number(event.revision),
    type: event.type,
    data: event.data as object,
    at: metadata.at,
    metadata,
  }
}
