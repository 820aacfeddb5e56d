import type { RecordedEvent } from '../event.ts'

/** Where an event with a known id is. */
interface Place {
  readonly stream: string
  readonly revision: number
  readonly position: number
}

/** Ids remembered, about 15 MB. A real server remembers some 10^5 too, and like this one only until it is restarted. */
const IDS_MAX = 65_536

/** Ids of the last appends: how a retried append without an expected revision is recognised. */
export class RecentIds {
  private readonly places = new Map<string, Place>()

  /** The event with this id in this stream; the same id in another stream is another event. */
  find(stream: string, id: string): Place | undefined {
    const place = this.places.get(id)
    return place?.stream === stream ? place : undefined
  }

  add(event: RecordedEvent): void {
    this.places.delete(event.id)
    this.places.set(event.id, { stream: event.stream, revision: event.revision, position: event.position })
    if (this.places.size <= IDS_MAX) return
    const oldest = this.places.keys().next()
    if (!oldest.done) this.places.delete(oldest.value)
  }

  /** Drops events of a transaction that did not happen. */
  forget(events: readonly RecordedEvent[]): void {
    for (const event of events) this.places.delete(event.id)
  }
}
