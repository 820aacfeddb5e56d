import type { Category } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'
import type { HistoryView } from './history-view.ts'

type Spec<E extends DomainEvent, T extends string> = {
  streams: Category<E>
  /** Raise it with any change of what is told or whose it is: the list of events is built anew. */
  version: number
  /** As the history says it. */
  owner: HistoryView['owner']
  /** Under which type an event is told; null = to nobody. */
  type(event: Recorded<E>): T | null
}

/** Which events of one kind of streams are told to clients, as the events alone say it: enough to list them, and to find them again. */
export type PublicEventSource<T extends string = string> = {
  /** Of the streams' names. */
  prefix: string
  version: number
  owner: HistoryView['owner']
  /** Throws for an event that is not what its schema says or whose type the domain does not know: to pass it over would be a silent gap. */
  type(event: Recorded<DomainEvent>): T | null
}

/** Checks a module's declaration against its domain's events. */
export function publicEventSource<E extends DomainEvent, T extends string>({
  streams,
  type,
  ...spec
}: Spec<E, T>): PublicEventSource<T> {
  return {
    ...spec,
    prefix: streams.prefix,
    type(event) {
      if (!streams.types.includes(event.type))
        throw new Error(`nobody said whether events of type ${event.type} in ${streams.prefix} are told`)
      return type(streams.parse(event))
    },
  }
}
