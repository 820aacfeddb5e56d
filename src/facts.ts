import type { Category } from './category.ts'
import type { DomainEvent, Recorded } from './decider.ts'

/** Whose an event is: the client's, or that of the client whose stream is named. */
export type Owner = { client_id: string } | { stream: string }

type Spec<E extends DomainEvent> = {
  streams: Category<E>
  /** Raise it with any change of what is shown: the history is built anew. A module keeps its facts for ever, as its events stay. */
  version: number
  /** By the event's own data, never by its actor; null = whose the event before it was. */
  owner(event: Recorded<E>): Owner | null
  /** Per event type of the domain what the history shows of its data: nothing that is sealed or secret, and no free description. */
  shown: { [T in E['type']]: (data: Extract<E, { type: T }>['data']) => object }
}

/** What the history shows of one kind of streams, whatever its events are. */
export type Facts = {
  /** Of the streams' names. */
  prefix: string
  version: number
  owner(event: Recorded<DomainEvent>): Owner | null
  /** Throws for an event that is not what its schema says or whose type was not declared: showing nothing of it would be a silent gap. */
  shown(event: Recorded<DomainEvent>): object
}

/** Checks a module's declaration against its domain's events. */
export function facts<E extends DomainEvent>({ streams, version, owner, shown }: Spec<E>): Facts {
  // From here on an event's type is only known at run time; `shown` was checked above.
  const byType = new Map(Object.entries(shown) as [string, (data: object) => object][])
  const { prefix } = streams
  return {
    prefix,
    version,
    owner: event => owner(streams.parse(event)),
    shown(event) {
      const { type, data } = streams.parse(event)
      const show = byType.get(type)
      if (show === undefined) throw new Error(`the history does not know events of type ${type} in ${prefix}`)
      return show(data)
    },
  }
}

/** For events whose data hold nothing that is to be left out. */
export const whole = (data: object) => data
