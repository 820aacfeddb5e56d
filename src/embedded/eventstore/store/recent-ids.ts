import type { RecordedEvent } from '#embedded/eventstore/event.ts'
import { GenerationalCache } from './generational-cache.ts'

/** Where an event with a known id is. */
interface EventLocation {
  readonly stream: string
  readonly revision: number
  readonly position: number
}

/** Ids remembered at least, and twice as many at most: about 15 MB. A real server remembers some 10^5 too, until it is restarted. */
const IDS_MIN = 32_768

/** Ids of the last appends: how a retried append without an expected revision is recognised. */
export class RecentIds {
  private readonly locations = new GenerationalCache<EventLocation>(IDS_MIN)

  /** The event with this id in this stream; the same id in another stream is another event. */
  find(stream: string, id: string): EventLocation | undefined {
    const location = this.locations.get(id)
    return location?.stream === stream ? location : undefined
  }

  add({ id, stream, revision, position }: RecordedEvent): void {
    this.locations.set(id, { stream, revision, position })
  }

  /** Drops events of a transaction that did not happen. */
  forget(events: readonly RecordedEvent[]): void {
    for (const { id } of events) this.locations.delete(id)
  }
}
