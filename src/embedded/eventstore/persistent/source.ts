import { type RecordedEvent, TOMBSTONE_REVISION } from '#embedded/eventstore/event.ts'
import type { FilterOptions } from '#embedded/eventstore/protocol/requests.ts'
import { type FilterClause, filterClause } from '#embedded/eventstore/store/filter.ts'
import type { EventStore } from '#embedded/eventstore/store/store.ts'
import { firstRevision, isTombstoned, oldestVisible } from '#embedded/eventstore/store/streams.ts'
import { ALL } from './settings.ts'

/**
 * What a group reads: a stream or `$all`. A "place" is a revision in the one and a log position in the other; -1 is before the first
 * event of both.
 */
export interface Source {
  readonly name: string
  /** The next events after a place. `considered` counts filtered events too. */
  next(
    after: number,
    limit: number,
  ): { events: readonly RecordedEvent[]; place: number; considered: number; exhausted: boolean }
  placeOf(event: RecordedEvent): number
  /** Place of the last event there is now. */
  end(): number
  onChange(wake: () => void): () => void
  /** A place as checkpoints and infos write it. */
  format(place: number): string
  parse(text: string): number
}

/** Events a filtered source looks at in one step; unfiltered ones read what the group asks for. */
const SCAN_EVENTS = 512

export function sourceOf(name: string, filter: FilterOptions | undefined, store: EventStore): Source {
  return name === ALL ? new AllSource(store, filter) : new StreamSource(name, store)
}

class AllSource implements Source {
  readonly name = ALL
  private readonly store: EventStore
  private readonly clause: FilterClause
  private readonly filtered: boolean

  constructor(store: EventStore, filter: FilterOptions | undefined) {
    this.store = store
    this.filtered = filter !== undefined
    this.clause = filterClause(filter?.filter)
  }

  next(after: number, limit: number) {
    const page = this.store.log.allAfter(after, this.filtered ? SCAN_EVENTS : limit, this.clause)
    return { events: page.events, place: page.scannedTo, considered: page.considered, exhausted: page.exhausted }
  }

  placeOf(event: RecordedEvent): number {
    return event.position
  }

  end(): number {
    return this.store.log.lastPosition()
  }

  onChange(wake: () => void): () => void {
    return this.store.changes.onAll(wake)
  }

  format(place: number): string {
    return `C:${place}/P:${place}`
  }

  parse(text: string): number {
    return Number(/^C:(-?\d+)\/P:/.exec(text)?.[1] ?? Number.NaN)
  }
}

class StreamSource implements Source {
  readonly name: string
  private readonly store: EventStore

  constructor(name: string, store: EventStore) {
    this.name = name
    this.store = store
  }

  next(after: number, limit: number) {
    const state = this.store.streams.get(this.name)
    const from = Math.max(after + 1, firstRevision(state))
    const page = isTombstoned(state) ? [] : this.store.log.stream(this.name, from, TOMBSTONE_REVISION - 1, limit)
    const oldest = oldestVisible(state, Date.now())
    const events = page.filter(event => event.created >= oldest)
    // What was deleted or truncated has been passed, too.
    const place = page.at(-1)?.revision ?? Math.max(after, this.end())
    return { events, place, considered: page.length, exhausted: page.length === 0 }
  }

  placeOf(event: RecordedEvent): number {
    return event.revision
  }

  end(): number {
    const { lastRevision } = this.store.streams.get(this.name)
    return lastRevision === TOMBSTONE_REVISION ? -1 : lastRevision
  }

  onChange(wake: () => void): () => void {
    return this.store.changes.onStream(this.name, wake)
  }

  format(place: number): string {
    return String(place)
  }

  parse(text: string): number {
    return Number(text)
  }
}
