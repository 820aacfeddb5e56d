import type { RecordedEvent } from '#embedded/eventstore/event.ts'
import { GenerationalCache } from './generational-cache.ts'

interface EventLocation {
  readonly stream: string
  readonly revision: number
  readonly position: number
}

/** About 15 MB at most. A real server remembers some 10^5 ids, until it is restarted. */
const IDS_MIN = 32_768

/** By these a retried append without an expected revision is recognised. */
export class RecentIds {
  private readonly locations = new GenerationalCache<EventLocation>(IDS_MIN)

  /** The same id in another stream is another event. */
  find(stream: string, id: string): EventLocation | undefined {
    const location = this.locations.get(id)
    return location?.stream === stream ? location : undefined
  }

  add({ id, stream, revision, position }: RecordedEvent): void {
    this.locations.set(id, { stream, revision, position })
  }

  forget(events: readonly RecordedEvent[]): void {
    for (const { id } of events) this.locations.delete(id)
  }
}
