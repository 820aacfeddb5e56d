import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { EventStore, NewEvent } from '#event-sourcing/event-store.ts'
import { WrongRevision } from '#event-sourcing/store-errors.ts'

export type MemoryStore = EventStore & {
  reads: number
  appends: number
  /** Called before an append is decided; lets a test put a rival's write in between. */
  beforeAppend: (stream: string) => void
  /** Appends as a rival would, past the loop under test. */
  intrude(stream: string, event: NewEvent): void
}

/** Append and read with exact revisions and idempotent ids, in memory: for tests of the loop, not of storage. */
export function memoryStore(): MemoryStore {
  const streams = new Map<string, Recorded<DomainEvent>[]>()
  const write = (stream: string, events: NewEvent[]) => {
    const present = streams.get(stream) ?? []
    const added = events.map((event, index) => ({
      ...event,
      stream,
      revision: present.length + index,
      at: event.metadata.at,
    }))
    streams.set(stream, [...present, ...added])
  }
  const missing = async () => {
    throw new Error('not a part of the memory store')
  }
  const store: MemoryStore = {
    reads: 0,
    appends: 0,
    beforeAppend: () => {},
    intrude: (stream, event) => write(stream, [event]),
    async append(stream, expected, events) {
      store.beforeAppend(stream)
      store.appends += 1
      const present = streams.get(stream) ?? []
      const next = expected === 'no_stream' ? 0 : expected + 1
      if (present.length > next && events.every((event, index) => present[next + index]?.id === event.id)) return
      if (present.length !== next) throw new WrongRevision(stream)
      write(stream, events)
    },
    async read(stream, fromRevision = 0, max = Number.POSITIVE_INFINITY) {
      store.reads += 1
      return (streams.get(stream) ?? []).slice(fromRevision, fromRevision + max)
    },
    async readTail(stream, isEnough) {
      const all = await store.read(stream)
      const first = all.findLastIndex(event => isEnough(event, all.at(-1)!))
      return all.slice(Math.max(first, 0))
    },
    subscribe: missing,
    end: missing,
    at: missing,
    ping: async () => {},
    close: async () => {},
  }
  return store
}
