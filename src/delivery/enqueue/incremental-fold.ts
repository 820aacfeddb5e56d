import { LRUCache } from 'lru-cache'
import { type Category, UnreadableEvent } from '#event-sourcing/category.ts'
import type { Decider, DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { Service } from '#service.ts'

type Folded<S> = { state: S; revision: number }

/**
 * Folds streams along with the log, for translators that show an object as it was at an event. A state that is not
 * cached is folded from its stream once. Returns the state after each event, by event id. An event that does not follow
 * its predecessor comes after an unreadable one: reading its stream rejects with the reason.
 */
export function createIncrementalFold<C, S, E extends DomainEvent>(
  { store }: Pick<Service, 'store'>,
  { decider, parse }: Pick<Category<E>, 'parse'> & { decider: Decider<C, S, E> },
  max: number,
) {
  const cache = new LRUCache<string, Folded<S>>({ max })
  const advance = ({ state }: Folded<S>, event: Recorded<DomainEvent>): Folded<S> => ({
    state: decider.evolve(state, parse(event)),
    revision: event.revision,
  })

  async function stateBefore({ stream, revision }: Recorded<DomainEvent>): Promise<Folded<S>> {
    const start: Folded<S> = { state: decider.initial, revision: -1 }
    if (revision === 0) return start
    const cached = cache.get(stream)
    if (cached?.revision === revision - 1) return cached
    const history = await store.read(stream)
    const folded = history.filter(event => event.revision < revision).reduce(advance, start)
    if (folded.revision === revision - 1) return folded
    throw new UnreadableEvent(stream, revision - 1, 'it is not in its stream')
  }

  return async (events: readonly Recorded<DomainEvent>[]): Promise<Map<string, S>> => {
    const firsts = new Map(events.toReversed().map(event => [event.stream, event]))
    const starts = await Promise.all(
      [...firsts.values()].map(async event => [event.stream, await stateBefore(event)] as const),
    )
    const current = new Map(starts)
    const after = new Map<string, S>()
    for (const event of events) {
      const folded = current.get(event.stream)
      const next = advance(folded?.revision === event.revision - 1 ? folded : await stateBefore(event), event)
      current.set(event.stream, next)
      after.set(event.id, next.state)
    }
    for (const [stream, folded] of current) cache.set(stream, folded)
    return after
  }
}
