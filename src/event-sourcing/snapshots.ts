import { LRUCache } from 'lru-cache'
import type { Family } from './category.ts'
import { type DomainEvent, fold, type Recorded } from './decider.ts'
import type { EventStore, IsTailStart } from './event-store.ts'

/** Without a stream, `revision` is -1, hash and time are null. `at` is the latest of its events' times. */
type Snapshot<S> = { state: S; revision: number; hash: string | null; at: string | null }

/** A snapshot takes about 1–2 KiB. */
const SNAPSHOTS_MAX = 10_000
/** Streams that grow for ever carry their totals forward at least this often. */
const NEXT_MAX = 1_000

/** Not just the last event's time: older versions used a clock that could be set back. */
function latest(before: string | null, events: readonly Recorded[]): string | null {
  return events.reduce((at, event) => (at === null || event.at > at ? event.at : at), before)
}

export function emptySnapshot<S>(initial: S): Snapshot<S> {
  return { state: initial, revision: -1, hash: null, at: null }
}

export function createSnapshots(store: Pick<EventStore, 'read' | 'readTail'>) {
  const cache = new LRUCache<string, Snapshot<unknown>>({ max: SNAPSHOTS_MAX })
  const numbers = new WeakMap<object, number>()
  let deciders = 0

  function keyOf({ decider, stream }: { decider: object; stream(id: string): string }, id: string): string {
    const number = numbers.get(decider) ?? deciders++
    numbers.set(decider, number)
    return `${number} ${stream(id)}`
  }

  function advance<C, S, E extends DomainEvent>(
    family: Family<C, S, E>,
    id: string,
    before: Snapshot<S>,
    events: readonly Recorded<E>[],
  ): Snapshot<S> {
    const last = events.at(-1)
    if (last === undefined) return before
    const { decider } = family
    const after = {
      state: fold(decider, events, before.state),
      revision: last.revision,
      hash: last.metadata.hash,
      at: latest(before.at, events),
    }
    const key = keyOf(family, id)
    const newest = cache.get(key)
    if (newest === undefined || newest.revision < after.revision) cache.set(key, after)
    return after
  }

  /** From memory; may be old. */
  function cached<C, S, E extends DomainEvent>(family: Family<C, S, E>, id: string): Snapshot<S> | undefined {
    return cache.get(keyOf(family, id)) as Snapshot<S> | undefined
  }

  /** From `first` on; for a stream that carries totals forward, from a later total when `first` is far behind. */
  async function readFrom<C, S, E extends DomainEvent>(family: Family<C, S, E>, id: string, first: number) {
    const { isFoldStart, parse } = family
    const stream = family.stream(id)
    if (isFoldStart === undefined) return (await store.read(stream, first)).map(parse)
    const next = first === 0 ? null : await store.read(stream, first, NEXT_MAX)
    if (next !== null && next.length < NEXT_MAX) return next.map(parse)
    const isTailStart: IsTailStart = (older, newest) =>
      older.revision <= first || isFoldStart(parse(older), parse(newest))
    return (await store.readTail(stream, isTailStart)).map(parse)
  }

  return {
    cached,
    async read<C, S, E extends DomainEvent>(family: Family<C, S, E>, id: string): Promise<Snapshot<S>> {
      const empty = emptySnapshot(family.decider.initial)
      const before = cached(family, id) ?? empty
      // A snapshot is a prefix of the stream, so only later events are read.
      const events = await readFrom(family, id, before.revision + 1)
      const isNext = events.length === 0 || events[0]!.revision === before.revision + 1
      return advance(family, id, isNext ? before : empty, events)
    },
    async readWhole<C, S, E extends DomainEvent>(family: Family<C, S, E>, id: string) {
      const events = (await store.read(family.stream(id))).map(family.parse)
      return { events, snapshot: advance(family, id, emptySnapshot(family.decider.initial), events) }
    },
    advance,
  }
}
