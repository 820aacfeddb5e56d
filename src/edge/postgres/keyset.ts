import { type FragmentSqlToken, sql } from 'slonik'
import { z } from 'zod'
import { cursorOf, readCursor } from '#values/cursor.ts'
import type { ErrorCode } from '#values/errors.ts'
import { pageOf } from '#values/page.ts'

/** A column of the sort key. Together the columns of a key are unique. */
export type KeysetColumn<Row> = {
  /** The property of a row that a cursor takes; also the column, unless `column` names another. */
  name: keyof Row & string
  column?: string
  type: 'timestamptz' | 'text' | 'uuid' | 'int4' | 'int8' | 'float8'
  /** Checks the text of a cursor: anyone can make a cursor up, and PostgreSQL must be able to read it. No spaces. */
  text: z.ZodType<string | number, string>
}

type KeysetOptions<Row> = {
  /** Digest of the caller, the filters and the order: `derivedUuid('my-list', client_id, status ?? '', …)`. */
  scope: string
  columns: readonly [KeysetColumn<Row>, ...KeysetColumn<Row>[]]
  order?: 'asc' | 'desc' | undefined
  alias?: string
  limit: number
  cursor: string | undefined
  /** For lists whose cursors had no scope in earlier versions: such a cursor is still read. */
  acceptsUnscoped?: boolean
  code?: ErrorCode
}

/**
 * A page of a list by keyset: it costs the same however far down it is. A cursor is `<scope> <column> …` in
 * base64url, so it continues only the caller's own list with the same filters. Throws a rejection with `code` for any
 * other cursor.
 *
 * ```ts
 * const keyset = keysetPage<Row>({ scope, columns, limit, cursor })
 * const rows = await db.any(sql.type(Row)`select … where … and ${keyset.isAfterCursor} ${keyset.orderAndLimit}`)
 * const { page, pagination } = keyset.pageOf(rows)
 * ```
 */
export function keysetPage<Row>(options: KeysetOptions<Row>) {
  const { columns, scope, order = 'desc', limit } = options
  const names = columns.map(({ name, column = name }) =>
    sql.identifier(options.alias === undefined ? [column] : [options.alias, column]),
  )
  const direction = order === 'desc' ? sql.fragment`desc` : sql.fragment`asc`
  const sorting = names.map(name => sql.fragment`${name} ${direction}`)
  return {
    isAfterCursor: isAfterCursor(options, names),
    /** The extra row shows that there are more. */
    orderAndLimit: sql.fragment`order by ${sql.join(sorting, sql.fragment`, `)} limit ${limit + 1}`,
    pageOf(rows: readonly Row[]) {
      return pageOf(rows, limit, last => cursorOf(scope, ...columns.map(({ name }) => String(last[name]))))
    },
  }
}

function isAfterCursor<Row>(options: KeysetOptions<Row>, names: ReturnType<typeof sql.identifier>[]): FragmentSqlToken {
  const { columns, scope, cursor, order, acceptsUnscoped = false, code = 'INVALID_REQUEST' } = options
  if (cursor === undefined) return sql.fragment`true`
  const [first, ...others] = columns.map(({ text }) => text)
  const unscoped = z.tuple([first!, ...others])
  const scoped = z.tuple([z.literal(scope), first!, ...others]).transform(([, ...values]) => values)
  const values = readCursor(cursor, acceptsUnscoped ? z.union([scoped, unscoped]) : scoped, code)
  const casts = columns.map(({ type }, n) => sql.fragment`${values[n]!}::${sql.identifier([type])}`)
  const comparison = order === 'asc' ? sql.fragment`>` : sql.fragment`<`
  return sql.fragment`(${sql.join(names, sql.fragment`, `)}) ${comparison} (${sql.join(casts, sql.fragment`, `)})`
}
