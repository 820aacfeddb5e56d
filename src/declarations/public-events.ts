import type { Category } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { HistoryView } from './history-view.ts'

type Spec<E extends DomainEvent, T extends string> = {
  streams: Category<E>
  /** Raise it with any change of what is public, or of the owner: the list of events is rebuilt. */
  version: number
  /** As in the history view. */
  owner: HistoryView['owner']
  /** The public type; null = not public. */
  type(event: Recorded<E>): T | null
}

/** Enough to list public events and to find them again. */
export type PublicEventSource<T extends string = string> = Omit<Spec<DomainEvent, T>, 'streams'> & { prefix: string }

export function publicEventSource<E extends DomainEvent, T extends string>({
  streams,
  type,
  ...spec
}: Spec<E, T>): PublicEventSource<T> {
  return {
    ...spec,
    prefix: streams.prefix,
    // To skip an event of an unknown type would be a silent gap.
    type(event) {
      if (!streams.types.includes(event.type))
        throw new Error(`events of type ${event.type} in ${streams.prefix} are not declared as public or not`)
      return type(streams.parse(event))
    },
  }
}
