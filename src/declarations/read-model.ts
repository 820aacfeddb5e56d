import type { FragmentSqlToken, QuerySqlToken } from 'slonik'
import type { z } from 'zod'
import type { Category } from '#event-sourcing/category.ts'
import type { DomainEvent, Recorded } from '#event-sourcing/decider.ts'

/** Column name → value in JSON; times are ISO 8601 texts. */
export type Row = Record<string, unknown>

/** Pure, so that a rebuild gives the same rows. */
export type Change<R> =
  | { insert: R }
  | { update: Partial<R> }
  | { append: R }
  | { rows: readonly RowChange<R>[] }
  | null

/**
 * What an event changes in one row. Events come in log order and once each: rows and checkpoint are written in one
 * transaction, also while a read model is built. So a row may count, and needs no revision.
 */
export type RowChange<R> = {
  /** All columns of the key. */
  key: Partial<R>
  /** No earlier event wrote a row with this key, so none is read. */
  isFirst?: boolean
  /** Keys of other rows of the read model that `next` reads. */
  otherKeys?: readonly Partial<R>[]
  /** Null deletes the row; the row itself leaves it unchanged. */
  next(row: R | undefined, ...others: (R | undefined)[]): R | null
}

/** A table of exact row counts, kept with the rows: `of` returns the counters of a row. */
type Counter<R> = { table: string; columns: readonly string[]; of(row: R): Record<string, string>[] }

/**
 * A table of sums over events, kept with the rows: what a row went through, which the row itself does not keep. `of`
 * returns what an event adds, by the row after it; a batch is added up before it is written, so it adds less than 2^53
 * to a sum. Rows are never deleted.
 */
type Rollup<R, E> = { table: string; key: readonly string[]; sums: readonly string[]; of(event: E, row: R): Row[] }

type Spec<R, E extends DomainEvent> = {
  /** Also the table's name. */
  name: string
  /** A row as PostgreSQL returns it: handlers write it, queries `.pick` from it. A test compares it with the table. */
  row: z.ZodType<R> & { shape: z.core.$ZodShape }
  /** Raise it with any change of tables or handlers: new tables are built, then replace the live ones. */
  version: number
  streams: Category<E>[]
  /**
   * `create` statements without a schema. The table `name` has `key` as its primary key unless rows are only appended.
   * For `insert` and `update`, whose key is the stream's id, it has a column `revision`.
   */
  tables: QuerySqlToken[]
  /** `create index` statements, run after the rows are written. */
  indexes: QuerySqlToken[]
  key: (keyof R & string) | readonly (keyof R & string)[]
  /** Rows of `insert`, `update` and `rows` are counted; appended lines are not. */
  counters: Counter<R>[]
  rollups?: Rollup<R, Recorded<E>>[]
  /** Rows of the first table that time alone ended, which may be deleted: a comparison leaves them out. */
  isExpired?: FragmentSqlToken
  /** Event types that an as-of build applies whatever their time: an erasure also removes data from the past. */
  alwaysApplied?: readonly string[]
  /** Every event type of the domain; `ignore` for one that changes nothing. */
  on: { [T in E['type']]: (event: Recorded<Extract<E, { type: T }>>) => Change<R> }
}

export type Projection = Omit<Spec<Row, DomainEvent>, 'on' | 'streams' | 'key' | 'rollups'> & {
  prefixes: readonly string[]
  key: readonly string[]
  rollups: Rollup<Row, Recorded<DomainEvent>>[]
  /** Throws for an event that does not fit its schema or has an unknown type: to skip it would be a silent gap. */
  change(event: Recorded<DomainEvent>): Change<Row>
}

export const ignore = () => null

/** A column that `version` added. While that version is built, queries read the older tables, which lack it. */
export function since<T extends z.ZodType>(version: number, column: T): z.ZodOptional<T> {
  return column.optional().meta({ since: version })
}

export function idOf(event: { stream: string }): string {
  return event.stream.slice(event.stream.indexOf('-') + 1)
}

export function projection<R extends Row, E extends DomainEvent>(spec: Spec<R, E>): Projection {
  const { on, streams, ...rest } = spec
  // From here on the event's type is only known at run time.
  const handlers = new Map(Object.entries(on) as [string, (event: Recorded<DomainEvent>) => Change<Row>][])
  return {
    ...rest,
    prefixes: streams.map(({ prefix }) => prefix),
    key: [spec.key].flat(),
    counters: spec.counters as unknown as Counter<Row>[],
    rollups: (spec.rollups ?? []) as unknown as Projection['rollups'],
    change(event) {
      const handler = handlers.get(event.type)
      if (handler === undefined) throw new Error(`${spec.name} does not know events of type ${event.type}`)
      for (const category of streams) if (category.has(event)) category.parse(event)
      return handler(event)
    },
  }
}
