import type { QuerySqlToken } from 'slonik'
import type { z } from 'zod'
import type { Category } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** One row as the table has it: column name → value as JSON has it (times are ISO 8601 texts). */
export type Row = Record<string, unknown>

/**
 * What an event means for the read model: a new row, new values in the stream's row, a line added to a log, rows of any key, or
 * nothing. Pure, so that a rebuild says the same as the first time.
 */
export type Change<R> =
  | { insert: R }
  | { update: Partial<R> }
  | { append: R }
  | { rows: readonly RowChange<R>[] }
  | null

/**
 * What an event makes of one row, whichever streams the row is about. Events come in log order and each of them once: live rows are
 * written in the transaction that moves the checkpoint from the place where this process left it, so a PostgreSQL that forgets its
 * last commits forgets both; a build leaves out what a lost connection brings again, and starts over from nothing after a crash. So a
 * row may count, and needs no revision.
 */
export type RowChange<R> = {
  /** All columns of the row's key. */
  key: Partial<R>
  /** Keys of other rows of the read model that `next` is told, as they are when the event comes. */
  otherKeys?: readonly Partial<R>[]
  /** The row after the event: null = there is none any more; the row itself = nothing changed. */
  next(row: R | undefined, ...others: (R | undefined)[]): R | null
}

/** A table of exact row counts, kept with the rows: `of` names the counters that a row is counted in. */
type Counter<R> = { table: string; columns: readonly string[]; of(row: R): Record<string, string>[] }

type Spec<R, E extends DomainEvent> = {
  /** Also the name of the table of its rows. */
  name: string
  /**
   * A row of that table, as PostgreSQL returns it: the type of what handlers write, and what queries `.pick` from. A test
   * compares it with the table.
   */
  row?: z.ZodType<R> & { shape: z.core.$ZodShape }
  /** Raise it with any change of tables or handlers: the new tables are built beside the live ones and take their place. */
  version: number
  /** The streams whose events it shows. */
  streams: Category<E>[]
  /**
   * `create` statements without a schema. The table called `name` has `key` as its primary key, unless its rows are only appended, and
   * for `insert` and `update`, whose key is the stream's id, a column `revision` (of the last event that the row shows).
   */
  tables: QuerySqlToken[]
  /** `create index` statements, run when the rows are in. */
  indexes: QuerySqlToken[]
  key: (keyof R & string) | readonly (keyof R & string)[]
  /** Counted are the rows of `insert`, `update` and `rows`; lines are not. */
  counters: Counter<R>[]
  /** Types of events that count at whatever moment of the past the read model is built of: what an erasure takes is gone from that too. */
  alwaysApplied?: readonly string[]
  /** Every event type of the domain; one that changes nothing is written `ignore`. */
  on: { [T in E['type']]: (event: Recorded<Extract<E, { type: T }>>) => Change<R> }
}

/** A read model as the projector sees it, whatever its rows and events are. */
export type Projection = Omit<Spec<Row, DomainEvent>, 'on' | 'streams' | 'key'> & {
  /** Of the names of the streams. */
  prefixes: readonly string[]
  key: readonly string[]
  /** Throws for an event that is not what its schema says or whose type the read model does not know: skipping it would be a silent gap. */
  change(event: Recorded<DomainEvent>): Change<Row>
}

export const ignore = () => null

/**
 * A column that version `version` of a read model added. While that version is built, queries read the tables of the
 * version before it, which lack the column.
 */
export function since<T extends z.ZodType>(version: number, column: T): z.ZodOptional<T> {
  return column.optional().meta({ since: version })
}

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
    key: [spec.key].flat(),
    counters: spec.counters as unknown as Counter<Row>[],
    change(event) {
      const handler = handlers.get(event.type)
      if (handler === undefined) throw new Error(`${spec.name} does not know events of type ${event.type}`)
      for (const category of streams) if (category.has(event)) category.parse(event)
      return handler(event)
    },
  }
}
