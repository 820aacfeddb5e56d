import type { QuerySqlToken } from 'slonik'
import type { Category } from './category.ts'
import type { DomainEvent, Recorded } from './decider.ts'

/** One row as the table has it: column name → value as JSON has it (times are ISO 8601 texts). */
export type Row = Record<string, unknown>

/**
 * What an event means for the read model, as data: a new row, new values in the stream's row, a line added to a log, or
 * nothing. Pure, so that a rebuild says the same as the first time.
 */
export type Change<R> = { insert: R } | { update: Partial<R> } | { append: R } | null

/** A table of exact row counts, kept with the rows: `of` names the counters that a row is counted in. */
type Counter<R> = { table: string; columns: readonly string[]; of(row: R): Record<string, string>[] }

type Spec<R, E extends DomainEvent> = {
  /** Also the name of the table of its rows. */
  name: string
  /** Raise it with any change of tables or handlers: the new tables are built beside the live ones and take their place. */
  version: number
  /** The streams whose events it shows. */
  streams: Category<E>[]
  /**
   * `create` statements without a schema. The table called `name` has a column `revision` (revision of the last event it
   * shows) and, unless its rows are only appended, the single-column key `key`.
   */
  tables: QuerySqlToken[]
  /** `create index` statements, run when the rows are in. */
  indexes: QuerySqlToken[]
  key: string
  counters: Counter<R>[]
  /** Every event type of the domain; one that changes nothing is written `ignore`. */
  on: { [T in E['type']]: (event: Recorded<Extract<E, { type: T }>>) => Change<R> }
}

/** A read model as the projector sees it, whatever its rows and events are. */
export type Projection = Omit<Spec<Row, DomainEvent>, 'on' | 'streams'> & {
  /** Of the names of the streams. */
  prefixes: readonly string[]
  /** Throws for an event that is not what its schema says or whose type the read model does not know: skipping it would be a silent gap. */
  change(event: Recorded<DomainEvent>): Change<Row>
}

export const ignore = () => null

/** The id of a stream: what stands behind the first dash of its name. */
export function idOf(event: { stream: string }): string {
  return event.stream.slice(event.stream.indexOf('-') + 1)
}

/** Checks a read model's declaration against its row type and its domain's events. */
export function projection<R extends Row, E extends DomainEvent>(spec: Spec<R, E>): Projection {
  const { on, streams, ...rest } = spec
  // From here on an event's type is only known at run time; `on` was checked above.
  const handlers = new Map(Object.entries(on) as [string, (event: Recorded<DomainEvent>) => Change<Row>][])
  return {
    ...rest,
    prefixes: streams.map(({ prefix }) => prefix),
    counters: spec.counters as unknown as Counter<Row>[],
    change(event) {
      const handler = handlers.get(event.type)
      if (handler === undefined) throw new Error(`${spec.name} does not know events of type ${event.type}`)
      for (const category of streams) if (category.has(event)) category.parse(event)
      return handler(event)
    },
  }
}
