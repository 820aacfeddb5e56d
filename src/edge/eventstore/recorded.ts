import type { DomainEvent, EventMetadata, Recorded } from '#decider.ts'

type RecordedByClient = {
  id: string
  streamId: string
  revision: bigint
  type: string
  data: unknown
  metadata: unknown
}

/** An event of the client as the application knows it. */
export function recorded(event: RecordedByClient): Recorded<DomainEvent> {
  const metadata = event.metadata as EventMetadata
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
